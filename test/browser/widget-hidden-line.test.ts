import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { browserSuite } from "../support/browser.js";
import { foreignPage } from "../support/foreign-page.js";
import { faultsOf, scriptTags, widgetSite } from "./widget-site.js";

const KINDS = ["data-nhci-widget", "data-nhci-badge"] as const;

const cover = (style: string) => `<b style="position:absolute;left:0;right:0;background:#fff;${style}"></b>`;
const covered = (host: string, ...covers: string[]) => `<div style="position:relative">${host}${covers.join("")}</div>`;
const inside = (style: string) => (host: string) => `<div style="${style}">${host}</div>`;

/** What a page may do around a host so that the line at its end is not seen, and where the line is seen then. */
const HIDING: Readonly<Record<string, readonly [html: (host: string) => string, line: "first" | "only"]>> = {
  "overflow: hidden": [inside("height:120px;overflow:hidden"), "first"],
  "overflow: clip": [inside("height:120px;overflow:clip"), "first"],
  "a cut from far above": [(host) => inside("height:120px;overflow:hidden")(inside("")(host)), "first"],
  "a cut in an inert part": [(host) => `<div inert style="height:120px;overflow:hidden">${host}</div>`, "first"],
  "a line clamp": [
    inside("display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:3;overflow:hidden;height:120px"),
    "first",
  ],
  "contain: paint": [inside("height:120px;contain:paint"), "first"],
  "clip-path": [inside("clip-path:inset(0 0 45px)"), "first"],
  "a negative margin": [
    (host) =>
      `<div style="margin-bottom:-45px">${host}</div><p style="position:relative;height:50px;background:#fff"></p>`,
    "first",
  ],
  "a cover": [(host) => covered(host, cover("bottom:0;height:45px")), "first"],
  "a cover that lets pointers through": [
    (host) => covered(host, cover("bottom:0;height:45px;pointer-events:none")),
    "first",
  ],
  "a cover that is cut to the line": [
    (host) => covered(host, cover("inset:0;clip-path:inset(calc(100% - 45px) 0 0)")),
    "first",
  ],
  "a cut in a faint and shrunken part": [
    inside("height:120px;overflow:hidden;opacity:.9;transform:scale(.8) rotate(3deg)"),
    "first",
  ],
  "covers at both ends": [(host) => covered(host, cover("bottom:0;height:45px"), cover("top:0;height:45px")), "only"],
};

/** What pages do for reasons of their own. */
const HARMLESS: Readonly<Record<string, (host: string) => string>> = {
  "a part that scrolls": inside("height:120px;overflow:auto"),
  "a faint part": inside("opacity:.5;filter:grayscale(1)"),
  "a turned part": inside("transform:rotate(20deg) scale(.7)"),
  "a layer over all of it": (host) => covered(host, cover("inset:0;background:none")),
  "a closed part": (host) => `<details><summary>More</summary>${host}</details>`,
  "a mask": inside("mask-image:linear-gradient(#000 calc(100% - 45px),transparent 0)"), // which nothing tells
  "a part of no height": inside("height:0;overflow:hidden"),
  "a hidden tab": inside("display:none"),
};

browserSuite("an attribution that a page hides from outside", (open) => {
  test.each(KINDS)("is put where it is seen, or is all that is left of a %s; anything else goes on", async (mark) => {
    const site = await widgetSite();
    const page = await open({ width: 400, height: 9000 });
    const faults = faultsOf(page);
    const host = `<div ${mark}></div>`;
    const parts = [
      ...Object.entries(HIDING).map(([name, [html]]) => [name, html(host)]),
      ...Object.entries(HARMLESS).map(([name, html]) => [name, html(host)]),
    ];
    const toasts = `<i style="position:fixed;inset:0;pointer-events:none;z-index:9"></i>`; // an empty layer as many pages have
    const html = parts.map(
      ([name, part]) => `<section id="${name}" style="margin:90px 0;width:300px">${part}</section>`,
    );
    await page.goto(
      (await foreignPage({ html: `<!doctype html><body>${toasts}${html.join("")}${scriptTags(site)}` })).url,
    );
    const expected = {
      ...Object.fromEntries(Object.entries(HIDING).map(([name, [, line]]) => [name, line])),
      ...Object.fromEntries(Object.keys(HARMLESS).map((name) => [name, "last"])),
    };
    await expect.poll(() => placesOf(page), { interval: 200 }).toEqual(expected);
    expect(faults).toEqual([]);
  });

  test("goes on drawing a chart below a sticky header and a fixed bar, while the page scrolls, is zoomed and printed", async () => {
    const site = await widgetSite();
    const page = await open({ width: 400, height: 300 });
    const bar = (style: string) => `<nav style="height:60px;background:#fff;left:0;right:0;z-index:9;${style}"></nav>`;
    const host = `<section id="host" style="margin:0 20px 900px"><div ${KINDS[0]}></div></section>`;
    const bars = `${bar("position:sticky;top:0")}${bar("position:fixed;bottom:0")}`;
    const html = `<!doctype html><body style="margin:0">${bars}${host}${scriptTags(site)}`;
    await page.goto((await foreignPage({ html })).url);
    await page.locator("#host svg").first().waitFor();
    const devtools = await page.context().newCDPSession(page);
    const acts: readonly (() => Promise<unknown>)[] = [
      () => page.evaluate(() => scrollTo(0, 30)),
      () => devtools.send("Emulation.setPageScaleFactor", { pageScaleFactor: 2 }),
      () => page.evaluate(() => document.documentElement.style.setProperty("zoom", "1.5")),
      () => page.emulateMedia({ media: "print" }).then(() => page.pdf()),
    ];
    for (const act of acts) {
      await act();
      await page.waitForTimeout(1100); // two looks
      expect(Object.values(await placesOf(page))).not.toContain("only");
    }
  });
});

/** Where the line stands in the box of each part of the page. */
function placesOf(page: Page): Promise<Record<string, string>> {
  return page.locator("section[id]").evaluateAll((parts) => {
    const placeIn = (part: Element): string => {
      const box = part.querySelector("[data-nhci-widget],[data-nhci-badge]")?.shadowRoot?.querySelector("div");
      const line = box?.querySelector("a")?.parentElement;
      if (!box || !line) return "nowhere";
      if (box.childElementCount === 1) return "only";
      return line === box.firstElementChild ? "first" : "last";
    };
    return Object.fromEntries(parts.map((part) => [part.id, placeIn(part)]));
  });
}
