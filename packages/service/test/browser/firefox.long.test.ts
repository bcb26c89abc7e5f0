import puppeteer, { type Browser, type Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { embedSite } from "../support/embed-site.js";
import { findFirefox } from "../support/find-programs.js";
import { foreignPage, strictPolicy } from "../support/foreign-page.js";
import { openRoots } from "../support/open-roots.js";
import { currentBody, scriptTags, widgetSite } from "./widget-site.js";

const LINE = "Peak Cycle Index by Peak · peak.example";
const HOSTS = `<div><div id="chart" data-nhci-widget></div></div><div><div id="badge" data-nhci-badge></div></div>`;
const BOTH = ["chart", "badge"];

const executablePath = findFirefox();

/** The essentials again, over WebDriver BiDi. Without a Firefox they are left out; `tools/prepare-tests.ts` says so. */
describe.skipIf(executablePath === undefined)("Firefox", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await puppeteer.launch({ browser: "firefox", executablePath: executablePath ?? "", headless: true });
  });
  afterAll(() => browser?.close());

  test("draws and refreshes the widgets under a strict policy, and keeps their attribution", async () => {
    const { site, page, faults, insides } = await widgetsPage();
    await expect.poll(async () => (await insides()).map((text) => /72\.4/.test(text))).toEqual([true, true]);
    await page.evaluate(() => {
      for (const { shadowRoot } of document.querySelectorAll("#chart,#badge")) {
        shadowRoot?.querySelector("a")?.parentElement?.remove();
      }
    });
    for (const text of await insides()) expect(text.endsWith(LINE)).toBe(true);
    site.api.current = { body: currentBody({ score: 31.5, phase_key: "ACUM" }) };
    await page.evaluate(() => Object.assign(window, { passedMs: 62_000 }));
    await expect.poll(async () => (await insides()).map((text) => /31\.5/.test(text))).toEqual([true, true]);
    expect(faults).toEqual([]);
  });

  test("steps through the days of a chart by keyboard", async () => {
    const { page, insides } = await widgetsPage();
    await expect.poll(async () => (await insides())[0]).toContain("69.0");
    const slider = () =>
      page.evaluate(() => {
        const active = document.querySelector("#chart")?.shadowRoot?.activeElement;
        return `${active?.role} ${active?.ariaValueNow} ${active?.ariaValueText?.slice(0, 17)}`;
      });
    await page.keyboard.press("Tab");
    await expect.poll(slider).toBe("slider 30 November 21, 2026");
    await page.keyboard.press("ArrowLeft");
    await expect.poll(slider).toBe("slider 29 November 20, 2026");
  });

  test("opens the section of the method to which an address leads", async () => {
    const site = await embedSite();
    const page = await openPage();
    const isShown = () => page.evaluate(() => document.querySelector("#phase")?.checkVisibility());
    await page.goto(`${site.origin}/method`);
    expect(await isShown()).toBe(false);
    await page.goto(`${site.origin}/method#phase`);
    await expect.poll(isShown).toBe(true);
  });

  test("shows the page for iframes, which tells its height", async () => {
    const site = await embedSite();
    const listen = "addEventListener('message', ({ data }) => { window.told = data.height })";
    const html = `<!doctype html><body><script>${listen}</script><iframe src="${site.origin}/embed/nhci" width="400"></iframe>`;
    const page = await openPage();
    await page.goto((await foreignPage({ html })).url);
    await expect.poll(() => page.evaluate(() => (window as unknown as { told?: number }).told)).toBeGreaterThan(400);
    const frame = page.frames().find((each) => each.url().endsWith("/embed/nhci"));
    expect(await frame?.evaluate(() => document.body.innerText)).toContain("Peak Cycle Index by Peak");
  });

  /** A page whose clock goes ahead by `passedMs`. */
  async function widgetsPage() {
    const site = await widgetSite();
    site.api.current = { body: currentBody(), headers: { "cache-control": "no-store" } }; // the browser's cache has no such clock
    const page = await openPage();
    const faults: string[] = [];
    // Firefox asks for an icon by itself, and tells the policy's refusal as an error of the page.
    page.on("pageerror", (error) => /favicon/.test(String(error)) || faults.push(String(error)));
    await page.evaluateOnNewDocument(() => {
      const { now } = Date;
      Date.now = () => now() + ((window as unknown as { passedMs?: number }).passedMs ?? 0);
    });
    const html = `<!doctype html><html lang="en"><body>${HOSTS}${scriptTags(site)}`;
    await page.goto((await foreignPage({ html, headers: strictPolicy(site.origin) })).url);
    const insides = () =>
      page.evaluate(
        (ids) => ids.map((id) => `${document.getElementById(id)?.shadowRoot?.querySelector("div")?.textContent}`),
        BOTH,
      );
    return { site, page, faults, insides };
  }

  async function openPage(): Promise<Page> {
    const context = await browser.createBrowserContext();
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.evaluateOnNewDocument(openRoots);
    return page;
  }
});
