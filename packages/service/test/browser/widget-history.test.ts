import { chromium } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { browserSuite } from "../support/browser.js";
import { CHROMIUM_ARGUMENTS, chromiumEnvironment } from "../support/chromium.js";
import { findChromium } from "../support/find-programs.js";
import { foreignPage } from "../support/foreign-page.js";
import { openRoots } from "../support/open-roots.js";
import { hide } from "./badge-page.js";
import { scriptTags, widgetSite } from "./widget-site.js";

const HOSTS = "<div data-nhci-widget></div><div data-nhci-badge></div>";

browserSuite("going back in the history", (open) => {
  test("a page that the browser keeps asks nothing meanwhile and goes on where it was", async () => {
    const site = await widgetSite();
    const page = await open();
    await page.route("**/api/**", (route) => route.continue());
    await page.clock.install();
    await page.goto((await foreignPage({ html: `<body>${HOSTS}${scriptTags(site)}` })).url);
    await page.getByText("72.4").nth(1).waitFor();
    await hide(page, true);
    await page.clock.runFor(3_640_000); // an hour and its hundredth, by which widgets spread their questions
    expect(site.asked).toHaveLength(2);
    await hide(page, false);
    await page.clock.runFor(500);
    await expect.poll(() => site.asked.length).toBe(4);
  });

  test("the widgets do not keep a page out of the browser's memory, and work when it comes back", async () => {
    const browser = await chromium.launch({
      executablePath: findChromium() ?? "",
      args: [...CHROMIUM_ARGUMENTS],
      env: chromiumEnvironment(),
      ignoreDefaultArgs: ["--disable-back-forward-cache"],
    });
    onTestFinished(() => browser.close());
    const site = await widgetSite();
    const page = await browser.newPage();
    await page.addInitScript(openRoots);
    const note = "<script>addEventListener('pageshow', (e) => { window.wasKept = e.persisted })</script>";
    const host = await foreignPage({
      html: `<body>${note}${HOSTS}${scriptTags(site)}`,
      others: { "/next": "<p>next" },
    });
    await page.goto(host.url);
    await page.getByText("72.4").nth(1).waitFor();
    await page.goto(`${host.url}next`);
    await page.goBack({ waitUntil: "commit" });
    await page.getByText("72.4").nth(1).waitFor();
    expect(await page.evaluate(() => (window as unknown as { wasKept: boolean }).wasKept)).toBe(true);
    await page.evaluate(() => document.body.insertAdjacentHTML("beforeend", "<p data-nhci-badge></p>"));
    await page.getByText("72.4").nth(2).waitFor();
  });
});
