import { expect, test } from "vitest";
import { browserSuite } from "../support/browser.js";
import { foreignPage } from "../support/foreign-page.js";
import { widgetSite } from "./widget-site.js";

browserSuite("hosts that a framework has made", (open) => {
  test("show what the server wrote into them until the script comes, and keep it for the framework", async () => {
    const site = await widgetSite();
    const page = await open();
    const host = `<div data-nhci-badge><a href="https://peak.example/">Peak Cycle Index</a></div>`;
    await page.goto((await foreignPage({ html: `<body>${host}` })).url);
    expect(await page.getByText("Peak Cycle Index").isVisible()).toBe(true);
    await page.addScriptTag({ url: `${site.origin}/embed/nhci-badge.js` });
    await page.getByText("72.4").waitFor();
    expect(await page.locator("body > div > a").isVisible()).toBe(false);
    expect(await page.locator("body > div").innerHTML()).toBe('<a href="https://peak.example/">Peak Cycle Index</a>');
  });
});
