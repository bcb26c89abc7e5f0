import { expect, test } from "vitest";
import { apiReference } from "../../../src/http/api-reference.js";
import { ENDPOINTS } from "../../../src/http/endpoints/all.js";
import { docsPage } from "../../../src/pages/docs.js";
import { SITE } from "./samples.js";

const draw = (site = SITE) => docsPage.draw(site, "en", apiReference(ENDPOINTS)).replaceAll("<wbr>", "");
const page = draw();

test("every path of data has a request for the shell, JavaScript and Python", () => {
  const data = ENDPOINTS.filter(({ api }) => api?.tag === "score" || api?.tag === "data").map(({ path }) => path);
  expect(data.length).toBeGreaterThan(10);
  const origin = SITE.baseUrl.href.replace(/\/$/, "");
  for (const path of data) {
    for (const code of [
      `curl ${origin}${path}<`,
      `fetch(&quot;${origin}${path}&quot;)`,
      `urlopen(&quot;${origin}${path}&quot;`,
    ])
      expect(page).toContain(code);
  }
});

test("client, tools, recipes, sandbox, embeds and code are reached from the page, and the remote tools where they are on", () => {
  for (const name of ["peak-cycle-client", "peak-cycle-mcp", "peak-cycle-index"]) {
    expect(page).toContain(`<a href="https://www.npmjs.com/package/${name}`);
  }
  for (const link of ["docs/recipes", 'href="sandbox"', 'href="embed"']) expect(page).toContain(link);
  expect(page).not.toContain("/mcp<");
  expect(draw({ ...SITE, mcp: true })).toContain("/mcp<");
});
