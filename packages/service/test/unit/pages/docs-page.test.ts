import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { apiReference } from "../../../src/http/api-reference.js";
import { ENDPOINTS, PRO_ENDPOINTS } from "../../../src/http/endpoints/all.js";
import { sandbox } from "../../../src/http/endpoints/sandbox.js";
import type { PreparedResponse } from "../../../src/http/response-variants.js";
import { docsPage } from "../../../src/pages/docs.js";
import { SANDBOX_KEY } from "../../../src/platform/api-key.js";
import { sampleDeps } from "../http/sample-deps.js";
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

test("the contents lead to every heading of the page", () => {
  const headings = [...page.matchAll(/<h2 id="([^"]+)">(.+?)<\/h2>/g)].map(([, id, text]) => `#${id} ${text}`);
  const entries = [...page.matchAll(/<li[^>]*><a href="(#[^"]+)">(.+?)<\/a><\/li>/g)].map(
    ([, to, text]) => `${to} ${text}`,
  );
  expect(headings.length).toBeGreaterThan(15);
  expect(entries).toEqual([...headings, "#all Everything on one page"]);
});

test("the address of a scene leads to a place on the page", () => {
  const request = { method: "GET", url: "/sandbox/hot", headers: {} } as IncomingMessage;
  const { head } = sandbox.responder(sampleDeps())(request, "/sandbox/hot") as PreparedResponse;
  const [, id] = /#(.*)$/.exec(head[head.indexOf("Location") + 1] ?? "") ?? [];
  expect(page).toContain(`<h2 id="${id}">`);
});

test("messages to the remote tools are among what has a limit, and their failures are listed, where they are on", () => {
  const rows = (text: string) => [...text.matchAll(/<th scope="row">(\d{3})/g)].map(([, status]) => status);
  expect(page).toContain("<code>OPTIONS</code> and all other paths have no limit");
  expect(rows(page)).not.toContain("406");
  const withTools = draw({ ...SITE, mcp: true });
  expect(withTools).toContain("Messages to <code>/mcp</code> count, too");
  expect(rows(withTools)).toEqual(expect.arrayContaining(["403", "406", "413", "415"]));
});

test("client, tools, recipes, sandbox, embeds and code are reached from the page, and the remote tools where they are on", () => {
  for (const name of ["peak-cycle-client", "peak-cycle-mcp", "peak-cycle-index"]) {
    expect(page).toContain(`<a href="https://www.npmjs.com/package/${name}`);
  }
  for (const link of ["docs/recipes", 'href="sandbox"', 'href="embed"']) expect(page).toContain(link);
  expect(page).not.toContain("/mcp<");
  expect(draw({ ...SITE, mcp: true })).toContain("/mcp<");
});

test("keys are coming soon where API Pro is off, and described where it is on, with a request that sends one", () => {
  expect(page).toContain("API Pro: coming soon");
  expect(page).not.toContain("/api/pro");
  const reference = apiReference([...ENDPOINTS, ...PRO_ENDPOINTS]);
  const on = docsPage.draw({ ...SITE, apiPro: true }, "en", reference).replaceAll("<wbr>", "");
  for (const gone of ["coming soon", "not available", "changes nothing"]) expect(on.toLowerCase()).not.toContain(gone);
  const path = `${SITE.baseUrl.href}api/pro/nhci/history`;
  expect(on).toContain(`curl -H &quot;X-NHCI-API-Key: $PEAK_KEY&quot; ${path}<`);
  expect(on).toContain("a key is missing, mistyped, unknown, expired or revoked");
  expect(on).toContain(SANDBOX_KEY);
});
