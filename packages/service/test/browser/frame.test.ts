/** The page that other sites show in an iframe. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { browserSuite, noiseOf } from "../support/browser.js";
import { foreignPage } from "../support/foreign-page.js";
import { newFolder } from "../support/made-once.js";
import { misfits } from "../support/page-fit.js";
import { shownSite } from "../support/shown-site.js";

const FRAME = "/embed/nhci";
const CREDIT = "Peak Cycle Index by Peak";
/** Width and height of frames. */
const SIZES = [
  [180, 800],
  [320, 320],
  [320, 420],
  [480, 320],
  [640, 420],
  [1200, 320],
  [1200, 800],
] as const;

browserSuite("the iframe page", (open) => {
  test.each([true, false])("is complete and readable in frames of any size, with scripts: %s", async (hasScripts) => {
    const site = await shownSite();
    const page = await open({ javaScriptEnabled: hasScripts });
    const { lines, asked } = noiseOf(page);
    await shownFrame(page);
    await page.goto(`${site}${FRAME}?lang=de`);
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      const message = `${width} x ${height}`;
      const drawing = page.locator("section svg").filter({ visible: true });
      const bottom = async () => {
        const box = await drawing.boundingBox().catch(() => null); // one drawing replaces another
        return (box?.y ?? 0) + (box?.height ?? Infinity);
      };
      await expect.poll(bottom, { message }).toBeLessThanOrEqual(height + 0.5);
      const scale = () => drawing.evaluate((svg) => (svg as SVGSVGElement).getScreenCTM()?.a ?? 0).catch(() => 0);
      const readable = { message: `${message}: text is not smaller than it was drawn` };
      await expect.poll(scale, readable).toBeGreaterThan(width < 200 ? 0.85 : 0.94);
      if (hasScripts) expect(await misfits(page), message).toEqual([]);
      expect(await drawing.getByRole("link").first().getAttribute("href"), message).toMatch("https://peak.example");
      expect((await drawing.textContent())?.replace(/\s+/g, " "), message).toContain(CREDIT);
    }
    expect([lines, asked]).toEqual([[], []]);
  });

  test("draws its chart once when it opens, and has no drawings that its script would replace", async () => {
    const page = await open({ width: 500 });
    await page.addInitScript(() => {
      const counted = window as unknown as { drawings: number };
      counted.drawings = 0;
      const observer = new MutationObserver((changes) => {
        const added = changes.flatMap((change) => [...change.addedNodes]);
        counted.drawings += added.filter((node) => node.nodeName === "svg").length;
      });
      observer.observe(document, { childList: true, subtree: true });
    });
    const { url } = await shownFrame(page);
    await page.goto(url);
    await page.locator("[role=slider]").waitFor();
    await page.evaluate(() => window.postMessage("peak:height", "*"));
    await page.clock.runFor(60_000);
    expect(await page.evaluate("drawings")).toBe(1);
  });

  test("shows a dated drawing that fits in a browser without what its script needs, and reloads", async () => {
    const page = await open({ width: 500, height: 450 });
    await page.addInitScript(() => Reflect.deleteProperty(window, "ResizeObserver"));
    const { url } = await shownFrame(page);
    await page.goto(url);
    await showsFixedDrawing(page);
    const reloaded = page.waitForEvent("load");
    await page.clock.runFor(300_000);
    await reloaded;
    await showsFixedDrawing(page);
  });

  test("shows a dated drawing in a browser that does not understand its script", async () => {
    const page = await open({ width: 500, height: 450 });
    const { url } = await shownFrame(page);
    const text = await (await fetch(url)).text();
    const [before, script] = [text.slice(0, text.lastIndexOf("<script>")), "<script>let new = 1</script>"];
    await page.goto(await foreignPage(before + script));
    await showsFixedDrawing(page);
  });

  test("works in local files too, even if hidden at first, and sends only its height", async () => {
    const page = await open();
    const { lines } = noiseOf(page);
    const html = `<!doctype html>
<script>addEventListener("message", ({ data }) => { document.title = JSON.stringify(data) })</script>
<iframe src="${(await shownSite()) + FRAME}" width="400" height="300" hidden></iframe>`;
    const folder = newFolder();
    writeFileSync(join(folder, "page.html"), html);
    for (const url of [await foreignPage(html), pathToFileURL(join(folder, "page.html")).href]) {
      await page.goto(url);
      await page.evaluate(() => document.querySelector("iframe")!.removeAttribute("hidden"));
      await expect.poll(() => page.title(), { message: url }).toBe('{"type":"peak:height","height":388}');
    }
    expect(lines).toEqual([]);
  });

  test("keeps the selected day when a newer page arrives after five minutes", async () => {
    const page = await open({ width: 500 });
    let loads = 0;
    await page.route(`**${FRAME}`, (route) => (++loads < 3 ? route.continue() : route.abort()));
    const { url } = await shownFrame(page);
    await page.goto(url);
    const slider = page.locator("[role=slider]");
    const place = () => slider.getAttribute("aria-valuenow");
    await slider.waitFor(); // drawn in the first frame after the page has loaded
    for (const _control of ["30 days", "Cycle", "slider"]) await page.keyboard.press("Tab");
    await page.keyboard.press("Home");
    expect(await place()).toBe("1");
    await page.evaluate(() => document.querySelector("main")?.setAttribute("data-old", ""));
    await page.clock.runFor(280_000);
    expect(loads).toBe(1);
    await page.clock.runFor(20_100);
    await expect.poll(() => page.locator("main[data-old]").count()).toBe(0);
    await page.keyboard.press("ArrowRight");
    expect(await place()).toBe("2");
    await page.keyboard.press("Tab");
    await page.clock.runFor(10);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("peak.example");
    await page.clock.runFor(301_000);
    await expect.poll(() => loads).toBeGreaterThan(2);
    expect(await page.locator("main svg").filter({ visible: true }).count()).toBe(1);
  });

  test.each([
    ["a page with an error", { status: 503, body: "<main data-peak-frame>Sorry</main>" }],
    ["a sign-in page", { status: 200, body: "<main>Please sign in</main>" }],
    ["a page of a version with other data", { status: 200, body: pageOf({ now: { updatedAt: "2126-11-21" } }) }],
    ["nothing", undefined],
  ])(
    "keeps its content when the response is %s, shows that it is offline and its age, and recovers",
    async (_what, answer) => {
      const page = await open({ width: 500 });
      let isDown = false;
      await page.route(`**${FRAME}`, (route) => {
        if (!isDown) return route.continue();
        return answer ? route.fulfill({ contentType: "text/html", ...answer }) : route.abort();
      });
      const { url, clock } = await shownFrame(page);
      await page.goto(url);
      await page.locator("[role=slider]").waitFor();
      isDown = true;
      await page.clock.setSystemTime(clock + 310_000);
      await soon(page, () => page.getByText(/Offline: \d\d:\d\d/).isVisible());
      expect(await page.locator("main svg").filter({ visible: true }).count()).toBe(1);
      expect(await page.getByText(/Sorry|sign in/).count()).toBe(0);
      await page.clock.setSystemTime(clock + 30 * 3_600_000);
      await soon(page, () => page.getByText(/Offline: [A-Z][a-z]+ \d+, 20\d\d/).isVisible());
      await page.clock.setSystemTime(clock + 600_000);
      isDown = false;
      await soon(page, async () => (await page.getByText("Offline").count()) === 0);
    },
  );

  test("shows the whole cycle after one request when its switch is pressed, and switches back", async () => {
    const page = await open({ width: 500 });
    const { lines } = noiseOf(page);
    const { url } = await shownFrame(page);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(url);
    const [days, cycle] = ["30 days", "Cycle"].map((name) => page.getByRole("button", { name }));
    expect(await days!.getAttribute("aria-pressed")).toBe("true");
    await cycle!.click();
    const title = page.locator("section > svg").getByText(/^Score since \d{4}$/);
    await title.waitFor();
    expect(await cycle!.getAttribute("aria-pressed")).toBe("true");
    expect(await page.locator("[role=slider]").getAttribute("aria-valuetext")).toMatch(/\d{4} UTC · \d+/);
    for (const width of [240, 390, 700]) {
      await page.setViewportSize({ width, height: 430 });
      expect(await misfits(page), `${width} px`).toEqual([]);
    }
    await days!.click();
    await expect.poll(() => title.count()).toBe(0);
    await cycle!.click();
    await title.waitFor();
    expect(asked.filter((path) => path.includes("cycle"))).toEqual(["/embed/nhci-cycle.json"]);
    expect(lines).toEqual([]);
  });

  test("says that the history is not reachable if the weeks of the cycle cannot be fetched", async () => {
    const page = await open({ width: 500 });
    const { url } = await shownFrame(page);
    await page.route("**/embed/nhci-cycle.json", (route) => route.abort());
    await page.goto(url);
    await page.getByRole("button", { name: "Cycle" }).click();
    await page.getByText("History not reachable").waitFor();
  });

  test("shows the age that a cache reports, and the age of an archived page", async () => {
    const page = await open({ width: 500 });
    const { url, clock } = await shownFrame(page);
    const headers = { age: "11000" };
    await page.route(`**${FRAME}`, async (route) => route.fulfill({ response: await route.fetch(), headers }));
    await page.clock.setSystemTime(clock + 3 * 3_600_000);
    await page.goto(url);
    await page.getByText(/3 h old/).waitFor();
    await page.clock.setSystemTime(clock + 366 * 86_400_000);
    await page.goto(url);
    await page.getByText(/[A-Z][a-z]+ \d+, 20\d\d, \d\d:\d\d/).waitFor();
  });

  test.each([
    ["without an Age", {}],
    ["with an Age that is a word", { age: "soon" }],
    ["with two Ages", { age: "5, 10" }],
  ])("shows the age of a score that a cache repeats for hours %s", async (_what, headers) => {
    const page = await open({ width: 500 });
    const { url, clock } = await shownFrame(page);
    const body = await (await fetch(url)).text();
    await page.route(`**${FRAME}`, (route) => route.fulfill({ contentType: "text/html", headers, body }));
    await page.goto(url);
    await page.locator("[role=slider]").waitFor();
    await page.clock.setSystemTime(clock + 1.9 * 3_600_000);
    await page.clock.runFor(31_000);
    expect(await page.getByText(/h old/).count()).toBe(0);
    await page.clock.setSystemTime(clock + 3.1 * 3_600_000);
    await soon(page, () => page.getByText(/3 h old/).isVisible());
  });
});

/** A page that looks like ours. @param view data for the script */
function pageOf(view: object): string {
  const data = `<script type="application/json" id="peak-days">${JSON.stringify({ days: [], ...view })}</script>`;
  return `<main data-peak-frame><section></section>${data}</main>`;
}

/** The site's frame, and a page whose clock shows when its score was computed. */
async function shownFrame(page: Page): Promise<{ readonly url: string; readonly clock: number }> {
  const url = (await shownSite()) + FRAME;
  const text = await (await fetch(url)).text();
  const clock = Date.parse(/"updatedAt":"([^"]+)"/.exec(text)?.[1] ?? "");
  await page.clock.install({ time: clock });
  return { url, clock };
}

/** Expects the one drawing for readers without scripts that fits the window, with its date and the attribution. */
async function showsFixedDrawing(page: Page): Promise<void> {
  const drawing = page.locator("section svg").filter({ visible: true });
  await expect.poll(() => drawing.textContent()).toMatch(/\d, 20\d\d/);
  expect((await drawing.textContent())?.replace(/\s+/g, " ")).toContain(CREDIT);
  const { x = -1, width = 999, y = -1, height = 999 } = (await drawing.boundingBox()) ?? {};
  expect(Math.min(x, y, 500 - x - width, 450 - y - height)).toBeGreaterThanOrEqual(0);
}

/** Waits while time runs faster, in steps shorter than a request may take. */
async function soon(page: Page, isSeen: () => Promise<boolean>): Promise<void> {
  const seen = async () => {
    await page.clock.runFor(12_000);
    await page.waitForTimeout(300);
    return isSeen();
  };
  await expect.poll(seen, { timeout: 30_000 }).toBe(true);
}
