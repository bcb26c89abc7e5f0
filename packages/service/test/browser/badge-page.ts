import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { OpenPage } from "../support/browser.js";
import { foreignPage } from "../support/foreign-page.js";
import { scriptTags, type WidgetSite, widgetSite } from "./widget-site.js";

export const BADGE = "<div data-nhci-badge></div>";
export const MINUTE = 60_000;
/** Shorter than the 15 s after which a widget gives a request up. */
const STEP = 5_000;

/** A page with one badge whose time stands still until it is told to pass. */
export async function badgePage(open: OpenPage, prepare: (site: WidgetSite) => void = () => undefined, host = BADGE) {
  const site = await widgetSite();
  prepare(site);
  const page = await open();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  await page.route("**/api/**", (route) => route.continue()); // what is routed is never taken from the browser's cache
  await page.clock.install({ time: "2026-11-21T10:00:30Z" });
  await page.clock.pauseAt("2026-11-21T10:00:31Z");
  await page.addInitScript(watchRequests);
  const pass = (ms: number) => passTime(page, ms);
  await page.goto((await foreignPage({ html: `<body>${host}${scriptTags(site)}` })).url);
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

export async function hide(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, "hidden", { get: () => hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  }, isHidden);
}
