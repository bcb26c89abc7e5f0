/** Boxes in which other people's pages put a widget, for tests in both browsers. `HOST` stands for its element. */
const LAYOUTS: Readonly<Record<string, string>> = {
  block: "<div>HOST</div>",
  "flex row": '<header style="display:flex"><b>x</b>HOST</header>',
  "centered grid": '<div style="display:grid;place-items:center">HOST</div>',
  "auto 1fr": '<div style="display:grid;grid-template-columns:auto 1fr">HOST<p>text</p></div>',
  float: '<div class="float">HOST</div>',
  "inline-block": '<div class="inline">HOST</div>',
  "table cell": "<table><tr><td>HOST</td><td>text</td></tr></table>",
  "display table": '<div style="display:table"><div style="display:table-cell">HOST</div></div>',
  "fixed corner": '<div style="position:fixed;right:0;bottom:0">HOST</div>',
  "fit-content": '<div style="width:fit-content">HOST</div>',
  "flex column": '<div style="display:flex;flex-direction:column;align-items:start">HOST</div>',
  absolute: '<div style="position:absolute">HOST</div>',
  columns: '<div style="columns:2">HOST</div>',
  "inline-flex": '<span style="display:inline-flex">HOST</span>',
  "min-content": '<div style="width:min-content">HOST</div>',
};

const STYLE = ".float>div{float:left}.inline>div{display:inline-block}div:empty{display:none}";

/** A page with a badge and a chart in each of these boxes, with a theme that hides empty elements. */
export function layoutsPage(scripts: string): string {
  const box = (name: string, html: string, host: string) =>
    `<section id="${name} of ${host}">${html.replace("HOST", `<div data-nhci-${host}></div>`)}</section>`;
  const all = Object.entries(LAYOUTS).flatMap(([name, html]) => [box(name, html, "badge"), box(name, html, "widget")]);
  return `<!doctype html><html lang="en"><style>${STYLE}</style><body>${all.join("")}${scripts}`;
}

/**
 * Runs in that page: returns the names of the boxes whose widget is too small to read; all of them until it is drawn.
 */
export function unusable(): readonly string[] {
  return [...document.querySelectorAll("section")].flatMap(({ id, firstElementChild }) => {
    const host = firstElementChild?.querySelector("[data-nhci-badge],[data-nhci-widget]");
    const drawing = host?.shadowRoot?.querySelector("svg")?.getBoundingClientRect();
    const isUsable =
      drawing !== undefined && drawing.width >= 320 && drawing.height > (id.endsWith("badge") ? 150 : 400);
    return isUsable ? [] : [`${id}: ${drawing?.width} x ${drawing?.height}`];
  });
}
