import { expect, test } from "vitest";
import { browserSuite } from "../support/browser.js";
import { foreignPage } from "../support/foreign-page.js";
import { faultsOf, scriptTags, widgetSite } from "./widget-site.js";

/** As React and Preact do it: what they keep on an element leads back to the element. */
const KEEP_THINGS = `<script>
for (const host of document.querySelectorAll("div")) {
  const fiber = { stateNode: host };
  host.__reactFiber$1 = Object.assign(fiber, { alternate: fiber });
}
</script>`;

browserSuite("hosts that a framework has made", (open) => {
  test("are drawn and follow their attributes, whatever it keeps on them", async () => {
    const site = await widgetSite();
    const page = await open();
    const faults = faultsOf(page);
    const hosts = "<div data-nhci-widget></div><div data-nhci-badge></div>";
    await page.goto((await foreignPage({ html: `<body>${hosts}${KEEP_THINGS}${scriptTags(site)}` })).url);
    await expect.poll(() => page.getByText("72.4").count()).toBe(2);
    await page.evaluate(() => {
      for (const host of document.querySelectorAll("div")) host.dataset["lang"] = "de";
    });
    await expect.poll(() => page.getByText("Heiße Zone").first().count()).toBe(1);
    await expect.poll(() => page.getByText("Hot Zone").count()).toBe(0);
    expect(faults).toEqual([]);
  });

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
