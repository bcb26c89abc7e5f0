import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { findFirefox } from "../support/find-programs.js";
import { type Firefox, launchFirefox } from "../support/firefox.js";
import { foreignPage, strictPolicy } from "../support/foreign-page.js";
import { layoutsPage, unusable } from "../support/layouts.js";
import { openRoots } from "../support/open-roots.js";
import { BADGE, CHART, LINE, scriptTags, widgetSite } from "./widget-site.js";

const program = findFirefox();

/** The essentials of the widgets once more. Without a Firefox they are left out; `tools/prepare-tests.ts` says so. */
describe.skipIf(program === undefined)("widgets in Firefox", () => {
  let browser: Firefox;
  beforeAll(async () => {
    browser = await launchFirefox(program ?? "");
  });
  afterAll(() => browser?.close());

  test("are drawn under a strict policy, with their attribution and nothing to complain of", async () => {
    const site = await widgetSite();
    const tab = await openTab(await foreignPage(BADGE + CHART + scriptTags(site), strictPolicy(site.origin)));
    const insides = () =>
      tab.evaluate<string[]>(`[...document.querySelectorAll("div")].map((host) => host.shadowRoot?.textContent + "")`);
    await expect.poll(async () => (await insides()).map((text) => /72\.4/.test(text))).toEqual([true, true]);
    for (const text of await insides()) expect(text).toContain(LINE);
    // Firefox asks for an icon by itself, and reports that the policy refuses it; its remote agent may not look into
    // every object of the page, and reports that too at times.
    const ownFaults = /favicon|^Error: Permission denied to access property/;
    expect(tab.faults.filter((fault) => !ownFaults.test(fault))).toEqual([]);
  });

  test("have a readable width in any box of a page", async () => {
    const site = await widgetSite();
    const tab = await openTab(await foreignPage(layoutsPage(scriptTags(site))));
    await expect.poll(() => tab.evaluate(`(${unusable})()`)).toEqual([]);
  });

  async function openTab(url: string) {
    const tab = await browser.open(`${openRoots}`);
    onTestFinished(() => tab.close());
    await tab.goto(url);
    return tab;
  }
});
