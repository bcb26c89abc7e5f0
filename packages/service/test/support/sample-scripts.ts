/** Made-up scripts in place of the built ones, as texts by file name. */
export const SAMPLE_SCRIPTS: ReadonlyMap<string, string> = new Map(
  ["nhci-chart.js", "nhci-badge.js", "frame.js", "copy.js", "document.js", "home.js"].map((name) => [
    name,
    `(()=>{const p=__PEAK_PUBLISHER__;/* ${name} */})()`,
  ]),
);
