/** The snippets that people copy from the docs, on a phone and on a desktop. */
import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { marked } from "marked";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { browserSuite, noiseOf } from "../support/browser.js";
import { foreignPage } from "../support/foreign-page.js";
import { ownAddress, shownSite } from "../support/shown-site.js";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const DOCUMENTS = globSync(["README.md", "packages/*/README.md", "docs/**/*.md"], { cwd: ROOT });

/** How long a widget may take to appear on a busy machine. */
const LOAD_MS = 40_000;

/** All blocks of HTML, and all blocks of Markdown with a picture. */
const SNIPPETS = DOCUMENTS.flatMap((name) => {
  const blocks = readFileSync(ROOT + name, "utf8").matchAll(/^```(html|md)\n(.*?)^```/gms);
  return [...blocks].map(([, kind, text = ""], i) => [`${name}, ${i + 1}`, kind, text] as const);
}).filter(([, kind, text]) => kind === "html" || text.includes("!["));

browserSuite("a snippet of the docs", (open) => {
  test("exists in the README, on the page about embedding and in the recipes", () => {
    for (const each of ["README.md", "docs/embedding.md", "docs/recipes/wordpress.md"]) {
      expect(SNIPPETS.filter(([name]) => name.startsWith(each)).length, each).toBeGreaterThan(0);
    }
  });

  test.each(SNIPPETS)(
    "fits a phone and a desktop without gaps, in light and dark, and is read by screen readers: %s",
    async (_name, kind, text) => {
      const site = await shownSite();
      const copy = await (await fetch(`${site}/embed/nhci-chart.js`)).text();
      const hash = createHash("sha384").update(copy).digest("base64");
      const code = text.replaceAll(/\{base\}|https:\/\/peak\.example/g, site).replace("sha384-…", `sha384-${hash}`);
      const html = kind === "md" ? await marked(code) : code;
      const scripts = ["chart", "badge"].map((each) => `<script src="${site}/embed/nhci-${each}.js"></script>`);
      const body = `<main>${html}</main><p id="next">Next${/<script|<i/.test(html) ? "" : scripts.join("")}`;
      const url = await foreignPage(
        `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><body>${body}`,
        {},
        { "/nhci-chart.js": copy },
      );
      for (const width of [360, 1000]) {
        const page = await open({ width, ...ownAddress() });
        const { lines } = noiseOf(page);
        await page.goto(url);
        const wait = { timeout: LOAD_MS, message: `${width} px` };
        await expect.poll(() => heard(page), wait).toMatch(/(Bitcoin|Peak) Cycle Index/i);
        if (!html.includes("<img")) expect(await heard(page)).toMatch(/Peak Cycle Index by Peak/);
        expect(await page.evaluate(() => document.documentElement.scrollWidth), "sideways").toBe(width);
        await expect.poll(() => emptyRoom(page), { ...wait, message: `${width} px: white below` }).toBeLessThan(30);
        if (!html.includes("<img")) {
          await page.emulateMedia({ colorScheme: "dark" });
          const dark = { ...wait, message: `${width} px: letters in dark` };
          await expect.poll(() => brightness(page), dark).toBeGreaterThan(180);
        }
        expect(lines).toEqual([]);
      }
    },
  );
});

/** The page and its frame, as a screen reader reads them. */
async function heard(page: Page): Promise<string> {
  const trees = await Promise.all(page.frames().map((frame) => frame.locator("body").ariaSnapshot()));
  return trees.join("\n");
}

/** How bright the letters of the drawing are, 0 to 255. */
async function brightness(page: Page): Promise<number> {
  const letters = page.frames().map((frame) => frame.locator("svg text").filter({ visible: true }).first());
  const colors = await Promise.all(
    letters.map((each) =>
      each.evaluate((text) => getComputedStyle(text).fill, undefined, { timeout: 1000 }).catch(() => ""),
    ),
  );
  return Math.max(...colors.map((color) => Number(/\d+/.exec(color)?.[0] ?? 0)));
}

/** The gap in px between what is drawn and the next element; negative if they overlap. */
async function emptyRoom(page: Page): Promise<number> {
  const drawn = page.frames().map((frame) => frame.locator("svg,img").filter({ visible: true }).first());
  const boxes = await Promise.all(drawn.map((each) => each.boundingBox({ timeout: 1000 }).catch(() => null)));
  const bottom = Math.max(...boxes.map((box) => (box ? box.y + box.height : 0)));
  const next = (await page.locator("#next").boundingBox())?.y ?? 0;
  expect(next).toBeGreaterThanOrEqual(bottom);
  return next - 16 - bottom; // the paragraph's own margin
}
