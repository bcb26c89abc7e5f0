import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { embedSite } from "../support/embed-site.js";
import { findFirefox } from "../support/find-programs.js";
import { type Firefox, launchFirefox } from "../support/firefox.js";
import { foreignPage, strictPolicy } from "../support/foreign-page.js";
import { layoutsPage, unusable } from "../support/layouts.js";
import { openRoots } from "../support/open-roots.js";
import { currentBody, scriptTags, widgetSite } from "./widget-site.js";

const LINE = "Peak Cycle Index by Peak · peak.example";
const HOSTS = `<div><div id="chart" data-nhci-widget></div></div><div><div id="badge" data-nhci-badge></div></div>`;

const program = findFirefox();

/** The essentials of the widgets once more. Without a Firefox they are left out; `tools/prepare-tests.ts` says so. */
describe.skipIf(program === undefined)("Firefox", () => {
  let browser: Firefox;
  beforeAll(async () => {
    browser = await launchFirefox(program ?? "");
  });
  afterAll(() => browser?.close());

  test("draws and refreshes the widgets under a strict policy, with their attribution", async () => {
    const { site, tab, insides } = await widgetsPage();
    await expect.poll(async () => (await insides()).map((text) => /72\.4/.test(text))).toEqual([true, true]);
    for (const text of await insides()) expect(text).toContain(LINE);
    site.api.current = { body: currentBody({ score: 31.5, phase_key: "ACUM" }) };
    await tab.evaluate("Object.assign(window, { passedMs: 62_000 }).passedMs");
    await expect.poll(async () => (await insides()).map((text) => /31\.5/.test(text))).toEqual([true, true]);
    // Firefox asks for an icon by itself, and reports that the policy refuses it.
    expect(tab.faults.filter((fault) => !/favicon/.test(fault))).toEqual([]);
  });

  test("draws widgets of a readable width in any box of a page", async () => {
    const site = await widgetSite();
    const tab = await openTab();
    await tab.goto((await foreignPage({ html: layoutsPage(scriptTags(site)) })).url);
    await expect.poll(() => tab.evaluate(`(${unusable})()`)).toEqual([]);
  });

  test("steps through the days of a chart by keyboard", async () => {
    const { tab, insides } = await widgetsPage();
    await expect.poll(async () => (await insides())[0]).toContain("69.0");
    const slider = () =>
      tab.evaluate(`(({ role, ariaValueNow, ariaValueText }) => [role, ariaValueNow, ariaValueText.slice(0, 6)].join(" "))(
        document.querySelector("#chart").shadowRoot.activeElement ?? { ariaValueText: "" })`);
    await tab.press("Tab");
    await expect.poll(slider).toBe("slider 30 Nov 21");
    await tab.press("ArrowLeft");
    await expect.poll(slider).toBe("slider 29 Nov 20");
  });

  test("shows the page for iframes, which tells its height", async () => {
    const site = await embedSite();
    const listen = "addEventListener('message', ({ data }) => { window.told = data.height })";
    const html = `<!doctype html><body><script>${listen}</script><iframe src="${site.origin}/embed/nhci" width="400"></iframe>`;
    const tab = await openTab();
    await tab.goto((await foreignPage({ html })).url);
    await expect.poll(() => tab.evaluate("window.told ?? 0")).toBeGreaterThan(400);
  });

  /** A page whose clock goes ahead by `passedMs`. */
  async function widgetsPage() {
    const site = await widgetSite();
    // the browser's cache has no such clock
    site.api.current = { body: currentBody(), headers: { "cache-control": "no-store" } };
    const tab = await openTab();
    const html = `<!doctype html><html lang="en"><body>${HOSTS}${scriptTags(site)}`;
    await tab.goto((await foreignPage({ html, headers: strictPolicy(site.origin) })).url);
    const insides = () =>
      tab.evaluate<string[]>(
        `["chart", "badge"].map((id) => document.getElementById(id).shadowRoot?.querySelector("div")?.textContent + "")`,
      );
    return { site, tab, insides };
  }

  async function openTab() {
    const tab = await browser.open(`() => {
      (${openRoots})();
      const { now } = Date;
      Date.now = () => now() + (window.passedMs ?? 0);
    }`);
    onTestFinished(() => tab.close());
    return tab;
  }
});
