import { chromium } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { browserSuite } from "../support/browser.js";
import { CHROMIUM_ARGUMENTS, chromiumEnvironment } from "../support/chromium.js";
import { findChromium } from "../support/find-programs.js";
import { foreignPage } from "../support/foreign-page.js";
import { openRoots } from "../support/open-roots.js";
import { scriptTags, widgetSite } from "./widget-site.js";

const HOSTS = "<div data-nhci-widget></div><div data-nhci-badge></div>";

browserSuite("going back in the history", () => {
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
