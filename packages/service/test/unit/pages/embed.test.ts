import { EMBED_KINDS } from "peak-cycle-drawing";
import { expect, test } from "vitest";
import { embedPage } from "../../../src/pages/embed.js";
import { EMBED, SITE } from "./samples.js";

const page = embedPage.draw(SITE, "en", EMBED);

test("has code for every kind without a script", () => {
  const ready = page.slice(page.indexOf('<div id="ready">'), page.indexOf('id="scripts"'));
  expect(ready.match(/<h3>/g)).toHaveLength(EMBED_KINDS.length);
  for (const text of [
    "/embed/nhci-chart.js",
    "/embed/nhci-badge.js",
    "/embed/nhci&quot;",
    "/embed/nhci-badge.svg",
    "/embed/nhci-chart.png",
  ]) {
    expect(ready).toContain(`https://peak.example${text}`);
  }
});

test("names version and hashes of both scripts", () => {
  for (const name of ["chart", "badge"]) {
    expect(page).toContain(`https://peak.example/embed/9.9.9-0123abcd/nhci-${name}.js`);
    expect(page).toContain(`integrity=&quot;sha384-${name}&quot;`);
  }
});

test("names the lines of a policy by origin, also below a path", () => {
  const below = embedPage.draw({ ...SITE, baseUrl: new URL("https://peak.example/below/") }, "en", EMBED);
  const origin = "https://peak.example";
  for (const line of [`script-src ${origin}; connect-src ${origin}`, `frame-src ${origin}`, `img-src ${origin}`]) {
    expect(below).toContain(`<code>${line}</code>`);
  }
  expect(below).toContain("https://peak.example/below/embed/nhci-chart.js");
});

test("hands the configurator what it needs, hidden until the script is there", () => {
  const tag = /<div id="configurator"[^>]*>/.exec(embedPage.draw(SITE, "de", EMBED))?.[0] ?? "";
  for (const text of [" hidden", 'data-address="https://peak.example"', 'data-root="../"', 'data-language="de"']) {
    expect(tag).toContain(text);
  }
});
