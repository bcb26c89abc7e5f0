/** The widgets on two pages of other sites: one with the strictest policy under which they work, and an old one. */
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { browserSuite, noiseOf, type OpenPage } from "../../packages/service/test/support/browser.js";
import { foreignPage, strictPolicy } from "../../packages/service/test/support/foreign-page.js";
import { CURRENT, HISTORY, origin, untilSettled } from "./support/peak.js";

beforeAll(untilSettled);

const CREDIT = /Peak Cycle Index.* by Peak/;
const SCRIPTS = () =>
  ["chart", "badge"].map((name) => `<script src="${origin()}/embed/nhci-${name}.js" async></script>`).join("");

/** What a visitor sees of a widget: a drawing of a certain size with a score, and the attribution line. */
async function expectShown(page: Page, selector: string): Promise<void> {
  const host = page.locator(selector);
  await host.filter({ hasText: /\d+[.,]\d/ }).waitFor();
  await host.filter({ hasText: CREDIT }).waitFor();
  const box = await host.boundingBox();
  expect.soft([selector, (box?.width ?? 0) >= 180, (box?.height ?? 0) >= 60]).toEqual([selector, true, true]);
  const credit = host.locator("a[href]").first();
  expect.soft(await credit.isVisible(), selector).toBe(true);
  expect.soft(await credit.getAttribute("href"), selector).toContain(new URL(origin()).origin);
}

/** Loads a page on which every host must show its widget, without errors. */
async function visit(open: OpenPage, ids: readonly string[], html: string | Buffer, headers = {}): Promise<Page> {
  const page = await open();
  const { lines, origins } = noiseOf(page);
  const url = await foreignPage(html, headers);
  await page.goto(url);
  for (const id of ids) await expectShown(page, `#${id}`);
  expect(lines).toEqual([]);
  expect([...origins].sort()).toEqual([new URL(url).origin, origin()].sort());
  return page;
}

browserSuite("widgets of another origin", (open) => {
  test("work where only their origin is allowed, under Trusted Types, and request each endpoint once", async () => {
    const widgets = ["nhci-widget", "a", "b"].map((id) => `<div id="${id}" data-nhci-widget></div>`);
    const badges = ["sm", "md", "lg"].map((size) => `<div id="${size}" data-nhci-badge data-size="${size}"></div>`);
    const body = [...widgets, ...badges, SCRIPTS(), SCRIPTS()].join("\n");
    const html = `<!doctype html><html lang="en"><title>Strict</title><body>${body}</body></html>`;
    const ids = ["nhci-widget", "a", "b", "sm", "md", "lg"];
    const page = await visit(open, ids, html, strictPolicy(origin()));
    const asked = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
    for (const path of [CURRENT, HISTORY]) expect(asked.filter((name) => name === origin() + path)).toHaveLength(1);
    const { cookies, origins } = await page.context().storageState();
    expect([cookies, origins]).toEqual([[], []]);
  });

  test("work on an old page: no doctype, Latin-1, tables, extended prototypes, a theme for everything", async () => {
    const html = `<html><head><meta http-equiv="content-type" content="text/html; charset=windows-1252">
<style>* { font: 11px Verdana !important; color: #060 !important; line-height: 3 !important; box-sizing: content-box }
div { text-transform: uppercase; letter-spacing: 9px } svg, a { display: none }
div:empty { display: none } div { float: left }</style>
<script>
Array.prototype.each = function (f) { for (var i = 0; i < this.length; i++) f(this[i]); };
Object.prototype.inherits = function () { return false; };
String.prototype.strip = function () { return ""; };
var $ = function (id) { return document.getElementById(id); }, origin = "mine", name = "old", status = 1;
</script></head>
<body bgcolor="#ffffcc"><center>Bitcoin f\xfcr alle<table border="1"><tr>
<td width="700"><div id="nhci-widget"></div></td>
<td width="300"><div id="old-badge" data-nhci-badge></div></td>
</tr></table></center>
<header style="display:flex"><b>News</b><div id="header-badge" data-nhci-badge></div></header>
${SCRIPTS()}</body></html>`;
    await visit(open, ["nhci-widget", "old-badge", "header-badge"], Buffer.from(html, "latin1"));
  });
});
