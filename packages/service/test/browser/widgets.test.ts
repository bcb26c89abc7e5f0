/** What widgets guarantee on other people's pages. */
import { createHash } from "node:crypto";
import { chromium, type Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { browserSuite, type OpenPage, openRoots } from "../support/browser.js";
import { CHROMIUM_ARGUMENTS } from "../support/chromium.js";
import { findChromium } from "../support/find-programs.js";
import { foreignPage } from "../support/foreign-page.js";
import { areDrawn, hiddenPartsPage, removeHiddenParts } from "../support/hidden-parts.js";
import { layoutsPage, unusable } from "../support/layouts.js";
import {
  BADGE,
  CHART,
  currentBody,
  historyBody,
  LINE,
  PUBLIC_SITE,
  scriptTags,
  servedScript,
  visitHosts,
  widgetSite,
} from "../support/widget-site.js";

const [LIGHT, DARK] = ["rgb(255, 255, 255)", "rgb(16, 18, 20)"];

/** The colors behind the badges, in the order of their hosts. */
const papersIn = (page: Page) =>
  page
    .locator("[data-nhci-badge] rect[rx='10']")
    .evaluateAll((all) => all.map((paper) => getComputedStyle(paper).fill));

browserSuite("widgets look right", (open) => {
  test("in any box of a page, even if a theme hides empty elements, and disappear with their host", async () => {
    const site = await widgetSite();
    const page = await open({ width: 1000 });
    await page.goto(await foreignPage(layoutsPage(scriptTags(site))));
    await expect.poll(() => page.evaluate(unusable)).toEqual([]);
    const host = page.locator("[data-nhci-badge]").first();
    await host.evaluate((badge) => badge.toggleAttribute("hidden"));
    expect(await host.isVisible()).toBe(false);
  });

  test("with only their drawings visible", async () => {
    const site = await widgetSite();
    const page = await open({ width: 1500, height: 2200 });
    await page.goto(await foreignPage(hiddenPartsPage(scriptTags(site))));
    await expect.poll(() => page.evaluate(areDrawn)).toBe(true);
    const whole = await page.screenshot();
    expect(await page.evaluate(removeHiddenParts)).toEqual(["a", "button", "button", "span", "section"]);
    const drawings = await page.screenshot();
    expect(whole.equals(drawings)).toBe(true);
  });

  test("in each size, at most as wide as specified, and no wider than a page of 180 px, in Portuguese", async () => {
    const badges = ["sm", "LG", "constructor", "md"].map((size) => `<div data-nhci-badge data-size="${size}"></div>`);
    const { page } = await visitHosts(open, `<main lang="pt">${badges.join("")}${CHART}</main>`);
    const widths = () => page.locator("svg[width]").evaluateAll((all) => all.map((svg) => svg.clientWidth));
    await expect.poll(widths).toEqual([220, 400, 320, 320, 720]);
    await page.setViewportSize({ width: 180, height: 600 });
    await expect.poll(widths).toEqual([180, 180, 180, 180, 180]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(180);
    await expect.poll(() => page.getByText("Quente", { exact: true }).count()).toBe(6); // five heads and a band
  });

  test("in the host's language and theme, otherwise the page's or the system's, and follow changes", async () => {
    const { page } = await visitHosts(
      open,
      `${BADGE}<section lang="de-AT">${BADGE}</section><div data-nhci-badge data-lang="FR" data-theme="dark"></div>`,
    );
    for (const name of ["Hot Zone", "Heiße Zone", "Zone chaude"]) await page.getByText(name, { exact: true }).waitFor();
    await expect.poll(() => papersIn(page)).toEqual([LIGHT, LIGHT, DARK]);
    await page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(() => papersIn(page)).toEqual([DARK, DARK, DARK]);
    await page.evaluate(() => document.documentElement.setAttribute("style", "color-scheme:light"));
    await expect.poll(() => papersIn(page)).toEqual([LIGHT, LIGHT, DARK]);
    await page.emulateMedia({ media: "print" });
    await expect.poll(() => papersIn(page)).toEqual([LIGHT, LIGHT, LIGHT]);
  });

  test("when the reader's minimum font size of 24 px enlarges them", async () => {
    const { page } = await visitHosts(open, BADGE, { width: 400 });
    // Simulates a browser with that setting: the elements around the drawings have a font size of 11 px.
    await page.evaluate(() => {
      const { getComputedStyle: computed } = window;
      window.getComputedStyle = (element, pseudo) =>
        element.getRootNode() instanceof ShadowRoot
          ? ({ fontSize: "24px" } as CSSStyleDeclaration)
          : computed(element, pseudo);
    });
    const scale = () => page.locator("svg").evaluate((svg) => svg.clientWidth / Number(svg.getAttribute("width")));
    await expect.poll(scale).toBeGreaterThan(1.7);
  });

  test("in forced colors, with the system's text and background colors, and their own fills in the ruler", async () => {
    const { page } = await visitHosts(open, BADGE, { forcedColors: "active", colorScheme: "dark" });
    const fills = (selector: string) =>
      page.locator(selector).evaluateAll((all) => [...new Set(all.map((each) => getComputedStyle(each).fill))]);
    await expect.poll(() => fills("text")).toEqual(["rgb(255, 255, 255)"]);
    expect(await papersIn(page)).toEqual(["rgb(0, 0, 0)"]);
    expect(await fills('rect[fill="var(--fill-HOT)"]')).toEqual(["rgb(232, 121, 28)"]);
  });
});

browserSuite("the range of a chart", (open) => {
  const CYCLE = '<div data-nhci-widget data-range="cycle"></div>';
  const name = (page: Page) =>
    page
      .getByText(/Score since|in 30 days/)
      .first()
      .textContent();

  test("is the cycle if data-range says so, by week, fetched with one request, and light on paper", async () => {
    const { page, site, faults } = await visitHosts(open, CYCLE, { colorScheme: "dark" });
    await page.getByText("Score since 2015").waitFor();
    expect(site.asked.sort()).toEqual(["/api/public/nhci", "/embed/nhci-cycle.json"]);
    const slider = page.getByRole("slider");
    await slider.focus();
    await page.keyboard.press("Home");
    expect(await slider.getAttribute("aria-valuetext")).toMatch(/^May 25, 2015 UTC · 50 · /);
    await page.emulateMedia({ media: "print" });
    const paper = page.locator("[data-nhci-widget] rect[rx='10']");
    await expect.poll(() => paper.evaluate((rect) => getComputedStyle(rect).fill)).toBe(LIGHT);
    expect(faults).toEqual([]);
  });

  test("is switched by mouse and keyboard without a second request, and follows its attribute", async () => {
    const { page, site } = await visitHosts(open, CHART);
    const [days, cycle] = ["30 days", "Cycle"].map((each) => page.getByRole("button", { name: each }));
    await cycle!.click();
    await page.getByText("Score since 2015").waitFor();
    expect(await cycle!.getAttribute("aria-pressed")).toBe("true");
    await days!.focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => name(page)).toContain("30 days");
    expect(await days!.evaluate((button) => button.matches(":focus-visible"))).toBe(true);
    await cycle!.click();
    await page.getByText("Score since 2015").waitFor();
    expect(site.asked.filter((path) => path.includes("cycle"))).toHaveLength(1);
    await page.locator("[data-nhci-widget]").evaluate((host) => host.setAttribute("data-range", "cycle"));
    await page.locator("[data-nhci-widget]").evaluate((host) => host.setAttribute("data-range", "30d"));
    await expect.poll(() => name(page)).toContain("30 days");
  });

  test("is 30 days for crypto, which has no cycle; a chart says if the weeks could not be fetched", async () => {
    const site = await widgetSite(true);
    site.answers["/embed/nhci-cycle.json"] = "drop";
    const { btc, ...rest } = currentBody();
    site.answers["/embed/nhci.json"] = { body: { ...rest, btc, crypto: { ...btc, data: historyBody().data } } };
    const crypto = CYCLE.replace(">", ' data-asset="crypto">');
    const { page } = await visitHosts(open, CYCLE + crypto, { site });
    await page.getByText("History not reachable").waitFor();
    await page.getByText("in 30 days").waitFor();
    expect(await page.getByRole("button", { name: "Cycle" }).count()).toBe(1);
    expect(await page.getByText("72.4").count()).toBeGreaterThan(1);
  });
});

browserSuite("widgets react to the page around them", (open) => {
  test("a chart in a closed tab draws nothing, and is complete in the first frame that shows it", async () => {
    const { page } = await visitHosts(open, `<section hidden>${CHART}</section><p>below</p>`);
    await page.locator("[data-nhci-widget] svg").waitFor({ state: "detached" });
    const { heights, shift } = await page.evaluate(async () => {
      let total = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) total += (entry as PerformanceEntry & { value: number }).value;
      }).observe({ type: "layout-shift", buffered: true });
      const frame = () => new Promise((next) => requestAnimationFrame(() => setTimeout(next)));
      document.querySelector("section")?.removeAttribute("hidden");
      const seen: number[] = [];
      for (let i = 0; i < 5; i++) {
        await frame();
        seen.push(document.querySelector("[data-nhci-widget]")?.getBoundingClientRect().height ?? 0);
      }
      return { heights: seen, shift: total };
    });
    expect(new Set(heights).size, `${heights}`).toBe(1);
    expect(heights[0]).toBeGreaterThan(350);
    expect(heights[0]).toBeLessThan(500);
    expect(shift).toBeLessThan(0.6); // it moves down once, by its own height
  });

  test("attributes, language, theme and width take effect at once, without a timer", async () => {
    const prepare = async (fresh: Page) => fresh.addInitScript("window.setInterval = () => 0");
    const { page, faults } = await visitHosts(open, `<main>${BADGE}</main>`, { prepare });
    await page.getByText("Hot Zone", { exact: true }).waitFor();
    await page.evaluate(() => document.querySelector("main")?.setAttribute("lang", "de"));
    await page.getByText("Heiße Zone", { exact: true }).waitFor();
    await page.locator("[data-nhci-badge]").evaluate((host) => host.setAttribute("data-size", "lg"));
    const width = () => page.locator("svg[width]").getAttribute("width");
    await expect.poll(width).toBe("400");
    await page.setViewportSize({ width: 250, height: 600 });
    await expect.poll(width).toBe("250");
    await page.evaluate(() => document.head.insertAdjacentHTML("beforeend", "<style>:root{color-scheme:dark}</style>"));
    await expect.poll(() => papersIn(page)).toEqual([DARK]);
    await page.evaluate(() => document.querySelector("head style:last-child")?.remove());
    await page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(() => papersIn(page)).toEqual([DARK]);
    expect(faults).toEqual([]);
  });

  test("nothing is written into a host, and a loading widget shows only its attribution", async () => {
    const site = await widgetSite();
    const prepare = (fresh: Page) => fresh.route("**/api/public/**", () => {}); // never answered
    const theme = "<style>div:empty{display:none}</style>";
    const { page } = await visitHosts(open, theme + BADGE + CHART, { site, prepare });
    await expect.poll(() => page.getByText(LINE).count()).toBeGreaterThan(0);
    const hosts = page.locator("[data-nhci-badge],[data-nhci-widget]");
    expect(await hosts.evaluateAll((all) => all.map((host) => host.childNodes.length))).toEqual([0, 0]);
    expect(await page.getByText(/on its way|reachable|Appears here/).count()).toBe(0);
  });

  test("the page around a host gets an event for the first score and each change", async () => {
    const script = `<script>
window.told = [];
for (const name of ["peak:ready", "peak:change"]) {
  addEventListener(name, ({ type, target, detail }) => window.told.push([type, target.id, detail]));
}
</script>`;
    const prepare = (fresh: Page) => fresh.clock.install({ time: "2026-11-21T10:20:00Z" });
    const { page, site } = await visitHosts(open, `${script}<div id="mine" data-nhci-badge></div>`, { prepare });
    const told = () => page.evaluate("window.told");
    const ready = ["peak:ready", "mine", { score: 72.4, phase: "HOT", signal: "CAUTION", stale: false }];
    await expect.poll(told).toEqual([ready]);
    const changed = { score: 81.5, phase_key: "PEAK", signal: "REDUCE" };
    const change = ["peak:change", "mine", { score: 81.5, phase: "PEAK", signal: "REDUCE", stale: false }];
    const asked = site.asked.length;
    // A request that times out begins a longer pause, so time jumps as often as necessary.
    const later = async () => {
      await page.clock.runFor(70_000);
      return site.asked.length > asked + 1 ? told() : undefined;
    };
    await expect.poll(later).toEqual([ready]);
    site.setScore(changed);
    await expect.poll(later).toEqual([ready, change]);
  });

  test("each widget takes new data in a task of its own, so that a page with many stays responsive", async () => {
    // Microtasks run when a task ends, so they separate the events of different tasks.
    const script = `<script>
const tasks = [[]];
addEventListener("peak:ready", ({ target }) => {
  tasks.at(-1).push(target.id);
  queueMicrotask(() => tasks.push([]));
  document.title = JSON.stringify(tasks);
});
</script>`;
    const { page } = await visitHosts(open, `${script}<p id="a" data-nhci-badge></p><p id="b" data-nhci-badge></p>`);
    await expect.poll(() => page.title()).toBe('[["a"],["b"]]');
  });

  test("the event for the page has the settled phase if the response has it", async () => {
    const told = "({ detail }) => { document.title = JSON.stringify(detail) }";
    const script = `<script>addEventListener("peak:ready", ${told})</script>`;
    const site = await widgetSite();
    site.answers["/api/public/nhci"] = { status: 429, headers: { "retry-after": "5" } };
    site.answers["/embed/nhci.json"] = { body: { ...currentBody(), settled_phase_key: "BULL" } };
    const prepare = (fresh: Page) => fresh.clock.install({ time: "2026-11-21T10:20:00Z" });
    const { page } = await visitHosts(open, script + BADGE, { site, prepare });
    const detail = { score: 72.4, phase: "HOT", signal: "CAUTION", stale: false, settled: "BULL" };
    await expect.poll(() => page.title()).toBe(JSON.stringify(detail));
  });

  test("a chart with a score but no days yet says that its history is on its way, in both ranges", async () => {
    const site = await widgetSite();
    for (const path of ["/api/public/nhci/history", "/embed/nhci-cycle.json"]) site.answers[path] = { status: 503 };
    const { page } = await visitHosts(open, CHART, { site });
    await page.getByText("History on its way").waitFor();
    await page.getByRole("button", { name: "Cycle" }).click();
    await expect.poll(() => page.getByText("History on its way").count()).toBe(1);
  });

  test("a chart does not show the days of a history that a cache has kept for a year as the last ones", async () => {
    const site = await widgetSite();
    site.setScore({ updated_at: "2027-11-21T10:00:00.000Z" });
    const { page } = await visitHosts(open, CHART, { site });
    await page.getByText("History on its way").waitFor();
    expect(await page.getByText(/30 days.*|Oct 23/).allTextContents()).toEqual(["30 days"]);
    expect(await page.getByRole("slider").count()).toBe(0);
  });

  test("a page with a dark color-scheme in a meta element gets dark widgets", async () => {
    const { page } = await visitHosts(open, `<meta name="color-scheme" content="dark">${BADGE}`);
    await expect.poll(() => papersIn(page)).toEqual([DARK]);
  });

  test("a widget is as high as its content in vertical writing, and in a column that would shrink it", async () => {
    const boxes = `<div style="writing-mode:vertical-rl">${BADGE}</div>
<div style="display:flex;flex-direction:column;height:50px">${BADGE}<p>next</p></div>`;
    const { page } = await visitHosts(open, boxes);
    await page.getByText("72.4").nth(1).waitFor();
    const heights = () =>
      page.locator("[data-nhci-badge]").evaluateAll((all) => all.map((host) => host.getBoundingClientRect().height));
    await expect.poll(heights).toEqual([156, 156]);
    const bottom = await page.locator("[data-nhci-badge]").nth(1).boundingBox();
    expect((await page.getByText("next").boundingBox())?.y).toBeGreaterThanOrEqual((bottom?.y ?? 0) + 156);
  });

  test("a page chooses background, corners and font by custom properties", async () => {
    const style = "<style>:root{--peak-background:rgb(1,2,3);--peak-radius:0px;--peak-font:serif}</style>";
    const { page } = await visitHosts(open, style + BADGE + CHART);
    await page.getByText("72.4").nth(1).waitFor();
    const looks = await page.locator("rect[rx='10']").evaluateAll((all) =>
      all.map((paper) => {
        const { fill, rx, fontFamily } = getComputedStyle(paper);
        return [fill, rx, fontFamily];
      }),
    );
    const chosen = ["rgb(1, 2, 3)", "0px", "serif, sans-serif"];
    expect(looks).toEqual([chosen, chosen]);
  });
});

browserSuite("widgets never look fresher than they are", (open) => {
  test.each([
    [
      "a service worker keeps a score of two days ago",
      { updated_at: "2026-11-19T10:00:00.000Z" },
      {},
      "Nov 19, 2026, 10:00",
    ],
    ["an archive keeps a score of a year ago", { updated_at: "2025-11-21T10:00:00.000Z" }, {}, "Nov 21, 2025, 10:00"],
    ["a proxy kept the response for three hours", {}, { age: "11000" }, "3 h old: 10:00"],
  ])("%s", async (_why, changes, headers, age) => {
    const site = await widgetSite();
    const exposed = { "access-control-expose-headers": "Age, Retry-After" };
    site.answers["/api/public/nhci"] = { body: currentBody(changes), headers: { ...exposed, ...headers } };
    const prepare = (fresh: Page) => fresh.clock.install({ time: "2026-11-21T10:20:00Z" });
    const { page } = await visitHosts(open, BADGE, { site, prepare });
    await page.getByText(age).waitFor();
  });

  test("a tab hidden for hours shows the age at once, before any response", async () => {
    const prepare = (fresh: Page) => fresh.clock.install({ time: "2026-11-21T10:20:00Z" });
    const { page } = await visitHosts(open, BADGE, { prepare });
    await page.getByText("Signal: Caution · 10:00").waitFor();
    await page.route("**/api/public/**", () => {}); // never answered
    await page.clock.setSystemTime("2026-11-21T15:20:00Z");
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await page.getByText("5 h old: 10:00").waitFor();
  });

  test("only what failed is marked: the history or the score", async () => {
    const site = await widgetSite();
    site.answers["/api/public/nhci/history"] = "drop";
    const prepare = (fresh: Page) => fresh.clock.install({ time: "2026-11-21T10:20:00Z" });
    const shown = await visitHosts(open, CHART, { site, prepare });
    await shown.page.getByText("History not reachable").waitFor();
    expect(await shown.page.getByText("Signal: Caution").count()).toBe(1);
    expect(await shown.page.getByText("Offline").count()).toBe(0);
    const other = await widgetSite();
    other.answers["/api/public/nhci"] = "drop";
    const { page } = await visitHosts(open, CHART, { site: other, prepare });
    await page.getByText("Score not reachable").waitFor();
    expect(await page.getByText("History not reachable").count()).toBe(0);
    expect(await page.locator("tr:has(td)").count()).toBe(30);
  });

  test("a reader's clock that is off by some hours does not make a score look old", async () => {
    const prepare = (fresh: Page) => fresh.clock.install({ time: "2026-11-21T20:00:00Z" });
    const { page } = await visitHosts(open, BADGE, { prepare });
    await page.getByText("Signal: Caution · 10:00").waitFor();
  });
});

browserSuite("widgets behave on other people's pages", (open) => {
  test("report each mistake in a host, an attribute, a URL or a scene in one console line", async () => {
    const site = await widgetSite();
    const hosts = `<ul><li data-nhci-badge></li><li data-nhci-badge></li></ul>
<div data-nhci-badge data-size="xl"></div><div data-nhci-badge data-asset="BTC" data-theme="neon" data-lang="xx"></div>
<div data-nhci-widget data-range="1y"></div><div data-nhci-badge data-api="nonsense"></div>
<div data-nhci-badge data-api="${site.origin}/sandbox/nope"></div>`;
    const { faults } = await visitHosts(open, hosts, { site });
    const said = ["nope/api/public/nhci: 404", "nonsense/api/public/nhci: 404", "<li>"];
    for (const part of [...said, "data-lang", "data-range", "data-size", "data-theme"]) {
      const lines = () => faults.filter((line) => line.includes("nhci: ") && line.includes(part)).length;
      await expect.poll(lines, { message: part }).toBe(1);
    }
    expect(faults.filter((line) => line.includes("nhci: "))).toHaveLength(7);
  });

  test("send no request for an announced or unknown asset, and one for crypto where it is offered", async () => {
    const crypto = '<div data-nhci-badge data-asset="crypto"></div>';
    const { site, page } = await visitHosts(open, `${crypto}<div data-nhci-widget data-asset="doge"></div>`);
    for (const text of ["Coming soon", "Unknown asset"]) await page.getByText(text).waitFor();
    expect(site.asked).toEqual([]);
    const offering = await widgetSite(true);
    const { btc, ...rest } = currentBody();
    const scored = { ...btc, score: 61.2, data: historyBody().data };
    offering.answers["/embed/nhci.json"] = { body: { ...rest, btc, crypto: scored } };
    const hosts = `${crypto}<div data-nhci-widget data-asset="Crypto"></div>`;
    const shown = await visitHosts(open, hosts, { site: offering });
    await expect.poll(() => shown.page.getByText("61.2").count()).toBeGreaterThan(1);
    expect(offering.asked).toEqual(["/embed/nhci.json"]);
    expect(await shown.page.getByText(/Bitcoin|USD|Signal|Sources/).count()).toBe(0);
  });

  test("keep the last score with its time when refreshing fails, and recover regardless of onLine", async () => {
    const prepare = async (fresh: Page) => {
      await fresh.clock.install({ time: "2026-11-21T10:20:00Z" });
      await fresh.addInitScript("Object.defineProperty(navigator, 'onLine', { get: () => false })");
    };
    const { site, page } = await visitHosts(open, BADGE, { prepare });
    await page.getByText(/Signal: Caution · 10:00/).waitFor();
    site.answers["/api/public/nhci"] = "drop";
    await page.clock.runFor(62_000);
    await page.getByText("Offline: 10:00").waitFor();
    await page.clock.setSystemTime("2026-11-21T13:40:00Z");
    await page.clock.runFor(10_000);
    await page.getByText("Offline: 10:00").waitFor();
    expect(await page.getByText(LINE).count()).toBe(1);
    site.setScore({ score: 31.5, phase_key: "ACUM" });
    // A request that fails begins a longer pause, so time jumps as often as necessary.
    const recovered = async () => {
      await page.clock.runFor(60_000);
      return page.getByText("31.5").isVisible();
    };
    await expect.poll(recovered).toBe(true);
  });

  test.each([
    ["no connection", "drop"],
    ["a page instead of JSON", { body: "<html>please log in</html>" }],
    ["a score out of range", { body: currentBody({ score: 4000 }) }],
    ["a refusal", { status: 429, headers: { "retry-after": "5" } }],
  ] as const)("are complete, with the attribution, when the first response is %s", async (_name, answer) => {
    const site = await widgetSite();
    site.answers["/api/public/nhci"] = answer;
    const { page, faults } = await visitHosts(open, BADGE + CHART, { site });
    await expect.poll(() => page.getByText("Score not reachable").count()).toBe(2);
    expect(await page.getByText(LINE).count()).toBeGreaterThan(0);
    expect(faults.filter((line) => line.startsWith("error"))).toEqual([]);
  });

  test("use a closed shadow root, are not cut off by a low host, and skip hosts that have a shadow root", async () => {
    const { page, faults } = await visitHosts(
      open,
      `<div id="taken" data-nhci-badge></div><style>#low { height: 60px !important; overflow: hidden }</style>
<script>
document.querySelector("#taken").attachShadow({ mode: "open" }).append("theirs");
const { attachShadow } = Element.prototype;
window.modes = [];
Element.prototype.attachShadow = function (init) { window.modes.push(init.mode); return attachShadow.call(this, init) };
</script><div id="low" data-nhci-badge></div>`,
    );
    await page.getByText("72.4").waitFor();
    expect(await page.locator("#taken").evaluate((host) => host.shadowRoot?.textContent)).toBe("theirs");
    expect(new Set(await page.evaluate<string[]>("window.modes"))).toEqual(new Set(["closed"]));
    expect((await page.locator("#low").boundingBox())?.height).toBeGreaterThan(150);
    expect(faults).toEqual([]);
  });

  test.each([
    "window.matchMedia = undefined",
    "window.CSSStyleSheet = class { constructor() { throw new TypeError() } }",
    "Object.defineProperty(window, Symbol.for('peak.api.3'), { get() { throw new Error('taken') } })",
  ])("keep the page's own content in a host if they cannot start: %s", async (script) => {
    const hosts = "<div data-nhci-widget>own chart</div><div data-nhci-badge>own badge</div>";
    const { page, faults } = await visitHosts(open, `<script>${script}</script>${hosts}`);
    await page.waitForTimeout(600); // one search for hosts
    for (const own of ["own chart", "own badge"]) expect(await page.getByText(own).isVisible()).toBe(true);
    expect(faults).toEqual([]);
  });

  test("start in hosts that are added later, follow them to another document, and end with them", async () => {
    const { page, site, faults } = await visitHosts(open, `<iframe></iframe><div data-nhci-badge><b>own</b></div>`);
    await page.getByText("72.4").waitFor();
    expect(await page.locator("b").isVisible()).toBe(false);
    await page.evaluate(() => {
      document.body.insertAdjacentHTML("beforeend", "<main><div id=nhci-widget></div><div></div></main>");
      document.querySelector("main :last-child")?.setAttribute("data-nhci-badge", "");
    });
    await expect.poll(() => page.locator("main svg[width]").count()).toBe(2);
    await page.evaluate(() => {
      const host = document.querySelector("[data-nhci-badge]") as Element;
      document.querySelector("iframe")?.contentDocument?.body.append(host);
    });
    const paper = page.frameLocator("iframe").locator("rect[rx='10']");
    await expect.poll(() => paper.evaluate((rect) => getComputedStyle(rect).fill)).toBe(LIGHT);
    const ended = await page.evaluateHandle(() => document.querySelector("main [data-nhci-badge]") as Element);
    await ended.evaluate((host) => host.remove());
    await expect.poll(() => ended.evaluate((host) => host.shadowRoot?.firstElementChild?.localName)).toBe("slot");
    expect(site.asked.sort()).toEqual(["/api/public/nhci", "/api/public/nhci/history"]);
    expect(faults).toEqual([]);
  });

  test("look for hosts at most once a frame, even if the page often changes or loads the scripts", async () => {
    const site = await widgetSite();
    // Counts frames and style computations; no timer fires.
    const prepare = (fresh: Page) =>
      fresh.addInitScript(`
window.setInterval = () => 0;
window.frames_ = [];
window.requestAnimationFrame = (run) => window.frames_.push(run);
window.looks = 0;
const { getComputedStyle } = window;
window.getComputedStyle = (...of) => (window.looks++, getComputedStyle(...of));`);
    const { page } = await visitHosts(open, `${BADGE}<p></p>${scriptTags(site).repeat(5)}`, { site, prepare });
    await page.getByText("72.4").waitFor();
    const { during, frames, after } = await page.evaluate(async () => {
      const own = window as unknown as { looks: number; frames_: (() => void)[] };
      for (const run of own.frames_.splice(0)) run();
      own.looks = 0;
      for (let i = 0; i < 50; i++) {
        document.querySelector("p")!.innerHTML = `<b>${i}</b>`;
        await new Promise((next) => setTimeout(next));
      }
      const [during, frames] = [own.looks, own.frames_.length];
      for (const run of own.frames_.splice(0)) run();
      return { during, frames, after: own.looks };
    });
    expect([during, frames]).toEqual([0, 2]); // chart and badge
    expect(after).toBeGreaterThan(0);
  });

  test.each([
    ["its own Event, like old MooTools", "window.Event = function () { return {} }", "72.4"],
    ["a fetch that returns anything", "window.fetch = async () => ({})", "Score not reachable"],
  ])("show a score, or say that there is none, on a page with %s", async (_what, script, text) => {
    const prepare = (fresh: Page) => fresh.addInitScript(`window.setInterval = () => 0; ${script}`);
    const { page, faults } = await visitHosts(open, BADGE, { prepare });
    await page.getByText(text).waitFor();
    expect(faults.filter((line) => line.startsWith("error"))).toEqual([]);
  });

  test("do not keep a page out of the back/forward cache, and work when it is restored", async () => {
    const browser = await chromium.launch({
      executablePath: findChromium() ?? "",
      args: [...CHROMIUM_ARGUMENTS],
      ignoreDefaultArgs: ["--disable-back-forward-cache"],
    });
    onTestFinished(() => browser.close());
    const site = await widgetSite();
    const page = await browser.newPage();
    await page.addInitScript(openRoots);
    const note = "<script>addEventListener('pageshow', (e) => { window.wasKept = e.persisted })</script>";
    const url = await foreignPage(`<body>${note}${BADGE}${scriptTags(site)}`, {}, { "/next": "<p>next" });
    await page.goto(url);
    await page.getByText("72.4").waitFor();
    await page.goto(`${url}next`);
    await page.goBack({ waitUntil: "commit" });
    await page.getByText("72.4").waitFor();
    expect(await page.evaluate("window.wasKept")).toBe(true);
    await page.evaluate(() => document.body.insertAdjacentHTML("beforeend", "<p data-nhci-badge></p>"));
    await page.getByText("72.4").nth(1).waitFor();
  });
});

browserSuite("widgets find their site", (open) => {
  test.each([
    [
      "as a module next to an image of the badge",
      (source: string) => `<img src="https://cache.invalid/?url=${source.replace(".js", ".svg")}">
<script type="module" src="${source}"></script>`,
    ],
    [
      "by another script",
      (source: string) =>
        `<script>document.head.append(Object.assign(document.createElement("script"), { src: "${source}" }))</script>`,
    ],
  ])("where their script is loaded %s", async (_how, tag) => {
    const site = await widgetSite();
    const page = await open();
    await page.route("https://cache.invalid/**", (route) => route.abort());
    await page.goto(await foreignPage(`${BADGE}${tag(`${site.origin}/embed/nhci-badge.js`)}`));
    await page.getByText("72.4").waitFor();
    expect(site.asked).toEqual(["/api/public/nhci"]);
  });

  test("if a template leaves data-api empty, with a language as WordPress writes it", async () => {
    const { page, site, faults } = await visitHosts(open, '<div data-nhci-badge data-api="" data-lang="de_DE"></div>');
    await page.getByText("Heiße Zone", { exact: true }).waitFor();
    expect(site.asked).toEqual(["/api/public/nhci"]);
    expect(faults).toEqual([]);
  });

  test("in a copy hosted by a page in Shift_JIS, with all letters", async () => {
    const site = await widgetSite();
    const page = await open();
    const html = `<html lang="de"><meta charset="shift_jis">${BADGE.replace(">", ` data-api="${site.origin}">`)}
<script src="/nhci-badge.js"></script>`;
    await page.goto(await foreignPage(Buffer.from(html), {}, { "/nhci-badge.js": servedScript("nhci-badge.js") }));
    await page.getByText("Heiße Zone", { exact: true }).waitFor();
  });

  test("from a copy pinned by hash: the publisher's, or the one in data-api", async () => {
    const other = await widgetSite();
    other.setScore({ score: 45.6 });
    const page = await open();
    await page.route(`${PUBLIC_SITE}/**`, (route) =>
      route.fulfill({ json: currentBody({ score: 12.3 }), headers: { "access-control-allow-origin": "*" } }),
    );
    const script = servedScript("nhci-badge.js");
    const integrity = `sha384-${createHash("sha384").update(script).digest("base64")}`;
    const html = `${BADGE}<div data-nhci-badge data-api="${other.origin}/"></div>
<script src="/mine/nhci-badge.js" integrity="${integrity}"></script>`;
    await page.goto(await foreignPage(html, {}, { "/mine/nhci-badge.js": script }));
    for (const score of ["12.3", "45.6"]) await page.getByText(score).waitFor();
  });
});

browserSuite("reading the days of a chart", (open: OpenPage) => {
  async function chart(options: Parameters<typeof visitHosts>[2] = {}) {
    const { page, site } = await visitHosts(open, CHART, options);
    const slider = page.getByRole("slider", { name: "Bitcoin cycle index · UTC" });
    await slider.waitFor();
    const place = async () => Number(await slider.getAttribute("aria-valuenow"));
    const title = async () => (await page.locator("svg text").allTextContents()).join("|");
    return { page, site, slider, place, title };
  }

  test("gives the focus to the link of the attribution, which keeps it when the chart is drawn again", async () => {
    const { page, title } = await chart();
    for (const _stop of ["30 days", "Cycle", "slider", "link"]) await page.keyboard.press("Tab");
    const focused = () =>
      page.locator("[data-nhci-widget]").evaluate((host) => host.shadowRoot?.activeElement?.textContent);
    await expect.poll(title).toContain("The score rose");
    expect(await focused()).toBe("peak.example");
    await page.locator("[data-nhci-widget]").evaluate((host) => host.setAttribute("data-lang", "de"));
    await expect.poll(title).toContain("in 30 Tagen");
    expect(await focused()).toBe("peak.example");
  });

  test("moves by keyboard day by day, by weeks and to both ends, and replaces the title", async () => {
    const { page, slider, place, title } = await chart();
    expect(await title()).toContain("The score rose 32.4 in 30 days");
    for (const _button of ["30 days", "Cycle", "slider"]) await page.keyboard.press("Tab");
    for (const [key, index] of Object.entries({
      ArrowLeft: 29,
      ArrowDown: 28,
      ArrowRight: 29,
      PageDown: 22,
      End: 30,
    })) {
      await page.keyboard.press(key);
      expect([key, await place()]).toEqual([key, index]);
    }
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowLeft");
    expect(await slider.getAttribute("aria-valuetext")).toBe("Oct 23 UTC · 40.0 · Bull Active · $80,000");
    expect(await title()).toContain("|Oct 23|40.0 Bull Active|$80,000|");
    expect(await title()).not.toContain("The score rose");
    await page.keyboard.press("Escape");
    expect(await title()).toContain("The score rose");
  });

  test("follows mouse and finger over the plot only, while the page still scrolls and zooms", async () => {
    const { page, slider, place, title } = await chart({ hasTouch: true, width: 400 });
    const { x, y, width } = (await slider.boundingBox()) ?? { x: 0, y: 0, width: 0 };
    await page.mouse.move(x + 1, y + 50);
    expect(await place()).toBe(1);
    expect(await title()).toMatch(/Oct 23\|40\.0 Bull( Active)?\|\$80,000/);
    await page.mouse.move(x + width / 2, y + 300);
    await expect.poll(title).toContain("30 days");
    await page.touchscreen.tap(x + width - 1, y + 50);
    expect(await place()).toBe(30);
    expect(await slider.evaluate((element) => getComputedStyle(element).touchAction)).toBe("pan-y pinch-zoom");
  });

  test("keeps the same day and the focus when there is a newer score", async () => {
    const { page, site, place } = await chart({ prepare: (fresh) => fresh.clock.install() });
    for (const _button of ["30 days", "Cycle", "slider"]) await page.keyboard.press("Tab");
    await page.keyboard.press("Home");
    site.setScore({ score: 75.5 });
    await page.clock.runFor(62_000);
    await page.getByText("75.5").first().waitFor();
    await page.keyboard.press("ArrowRight");
    expect(await place()).toBe(2);
  });
});
