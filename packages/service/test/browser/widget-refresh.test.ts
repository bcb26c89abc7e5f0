import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { browserSuite, type OpenPage } from "../support/browser.js";
import { type ApiAnswer, currentBody, historyBody, visitHosts, type WidgetSite, widgetSite } from "./widget-site.js";

const BADGE = "<div data-nhci-badge></div>";
const MINUTE = 60_000;
/** Shorter than the 15 s after which a widget gives a request up. */
const STEP = 5_000;

/** What a widget meets on a page that has just been opened, and what it says then. */
const FIRST_ANSWERS: readonly (readonly [name: string, answer: ApiAnswer | "drop", says?: string])[] = [
  ["no connection", "drop"],
  ["a page instead of JSON", { body: "<html>please log in</html>" }],
  ["a score out of range", { body: currentBody({ score: 4000 }) }],
  ["a phase that is none", { body: currentBody({ phase_key: "<b>" }) }],
  ["null", { body: "null" }],
  ["an answer without end", { body: { pad: " ".repeat(400_000), ...currentBody() } }],
  ["nothing to publish yet", { status: 503, headers: { "retry-after": "5" } }, "Bitcoin cycle index––"],
];

browserSuite("refreshing widgets", (open) => {
  test("show a newer answer; keep it when they are limited, and say so; and recover", async () => {
    const { site, text, pass, errors } = await badgePage(open);
    await expect.poll(text).toContain("72.4");
    site.api.current = { body: currentBody({ score: 31.5, phase_key: "ACUM" }) };
    await pass(MINUTE + 1_000 + MINUTE / 99);
    await expect.poll(text).toContain("31.5");
    expect(await text()).toContain("Accumulation");
    site.api.current = { status: 429, headers: { "retry-after": "5" } };
    await pass(MINUTE + 1_000 + MINUTE / 99);
    await expect.poll(text).toContain("Not updated");
    expect(await text()).toContain("31.5");
    expect(await text()).toContain("peak.example");
    site.api.current = { body: currentBody({ score: 73.1 }) };
    await pass(12_000);
    await expect.poll(text).toContain("73.1");
    expect(await text()).not.toContain("Not updated");
    expect(site.asked).toHaveLength(4);
    expect(errors).toEqual([]);
  });

  test("show their frame and the attribution whatever the first answer is, and recover", async () => {
    const sites = await Promise.all(FIRST_ANSWERS.map(() => widgetSite()));
    for (const [i, [, answer]] of FIRST_ANSWERS.entries()) Object.assign(sites[i]?.api ?? {}, { current: answer });
    const hosts = sites.map(({ origin }) => `<div data-nhci-badge data-api="${origin}"></div>`).join("");
    const { page, pass, errors } = await badgePage(open, hosts);
    const texts = () => page.locator("[data-nhci-badge] div").allTextContents();
    const without = async (parts: readonly string[]) => {
      const found = await texts();
      return FIRST_ANSWERS.filter((_, i) => found[i]?.includes(parts[i] ?? "") !== true).map(([name]) => name);
    };
    await expect.poll(() => without(FIRST_ANSWERS.map(([, , says = "Not updated"]) => says))).toEqual([]);
    expect(await without(sites.map(() => "Peak Cycle Index by Peak · peak.example"))).toEqual([]);
    for (const { api } of sites) api.current = { body: currentBody() };
    await pass(MINUTE + 7_000); // the minute that an answer of 200 asks for, a second, and the longest first back-off
    await expect.poll(() => without(sites.map(() => "72.4"))).toEqual([]);
    expect(errors).toEqual([]);
  });

  test("give up a server that says nothing after 15 s", async () => {
    const site = await widgetSite();
    site.api.current = "hold";
    const { page } = await visitHosts(open, BADGE, { site, prepare: (fresh) => fresh.clock.install() });
    await expect.poll(() => site.asked.length).toBe(1);
    expect(await page.locator("[data-nhci-badge] div").textContent()).not.toContain("Not updated");
    await page.clock.runFor(15_000);
    await page.getByText("Not updated").waitFor();
  });

  test("ask no sooner for a host that comes back than for one that stayed", async () => {
    const { site, page, text, pass } = await badgePage(open);
    await expect.poll(text).toContain("72.4");
    for (let i = 0; i < 5; i++) {
      await page.evaluate(() => document.querySelector("[data-nhci-badge]")?.remove());
      await pass(10);
      await page.evaluate(() => document.body.insertAdjacentHTML("beforeend", "<div data-nhci-badge></div>"));
      await pass(10);
      expect(await text()).toContain("72.4");
    }
    expect(site.asked).toHaveLength(1);
  });

  test("a chart keeps its 30 days when they cannot be refreshed, and says so", async () => {
    const site = await widgetSite();
    site.api.history = { body: historyBody() };
    const { page, pass, errors } = await badgePage(open, "<div data-nhci-widget></div>", site);
    const rows = page.locator("tr:has(td)");
    await expect.poll(() => rows.count()).toBe(30);
    site.api.history = { body: { data: "none" } };
    site.api.current = { body: currentBody({ score: 75.5 }) };
    await pass(61_000);
    await expect.poll(() => page.locator("header").textContent()).toContain("Not updated");
    expect(await page.locator("header").textContent()).toContain("75.5");
    expect(await rows.count()).toBe(30);
    expect(errors).toEqual([]);
  });
});

/** A page with one badge whose time stands still until it is told to pass. */
async function badgePage(open: OpenPage, host = BADGE, asked?: WidgetSite) {
  const errors: string[] = [];
  const { site, page } = await visitHosts(open, host, {
    ...(asked && { site: asked }),
    prepare: async (fresh) => {
      fresh.on("pageerror", (error) => errors.push(error.message));
      await fresh.route("**/api/**", (route) => route.continue()); // what is routed is never taken from the browser's cache
      await fresh.clock.install({ time: "2026-11-21T10:00:30Z" });
      await fresh.clock.pauseAt("2026-11-21T10:00:31Z");
      await fresh.addInitScript(watchRequests);
    },
  });
  const pass = (ms: number) => passTime(page, ms);
  await pass(10);
  const text = () => page.locator("[data-nhci-badge] div").textContent();
  return { site, page, text, pass, errors };
}

/** The window of a page whose requests are counted. */
interface Watched {
  /** Requests under way. */
  open: number;
}

/** Counts requests inside of the page, where they cannot be overtaken by a question about them. */
function watchRequests(): void {
  const watched: Watched = { open: 0 };
  const { fetch } = window;
  Object.assign(window, watched, {
    fetch: async (...all: Parameters<typeof fetch>) => {
      const page = window as unknown as Watched;
      page.open++;
      try {
        const response = await fetch(...all);
        await response.clone().text();
        return response;
      } finally {
        page.open--;
      }
    },
  });
}

/** Lets the page's time pass, never so far that a request under way would be given up. */
async function passTime(page: Page, ms: number): Promise<void> {
  const open = () => page.evaluate(() => (window as unknown as Watched).open);
  for (let left = ms; left > 0; left -= STEP) {
    await page.clock.runFor(Math.min(left, STEP));
    await expect.poll(open, { interval: 5 }).toBe(0);
    await page.evaluate(() => undefined); // what came in is drawn
  }
}
