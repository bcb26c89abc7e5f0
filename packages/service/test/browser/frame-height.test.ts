import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { pagePath } from "../../src/pages/site.js";
import { browserSuite } from "../support/browser.js";
import { PUBLIC_ADDRESS } from "../support/composed-site.js";
import { embedSite } from "../support/embed-site.js";
import { foreignPage } from "../support/foreign-page.js";

const DOCS = new URL("../../../../docs/embedding.md", import.meta.url);

/** The script that the documentation gives to hosts, for a site at that address. */
function documented(origin: string): string {
  const code = /```js\n([^`]*postMessage[^`]*)```/.exec(readFileSync(DOCS, "utf8"))?.[1] ?? "";
  return code.replaceAll("{base}", origin);
}

browserSuite("the documented listener for the height of a frame", (open) => {
  test.each(["", 'sandbox="allow-scripts"'])(
    "fits a frame with %j, though it comes after the frame",
    async (sandbox) => {
      const site = await embedSite();
      const page = await open({ width: 700 });
      const host = await foreignPage({
        html: `<iframe ${sandbox} src="${site.origin}/embed/nhci" style="width:100%" height="9"></iframe><iframe src="/next" height="9"></iframe>`,
        others: { "/next": "<script>parent.postMessage({ type: 'peak:height', height: 999 }, '*')</script>" },
      });
      await page.goto(host.url, { waitUntil: "load" });
      await page.addScriptTag({ content: documented(site.origin) });
      const heights = () => page.locator("iframe").evaluateAll((all) => all.map((each) => each.getAttribute("height")));
      const content = () =>
        page
          .frames()[1]
          ?.evaluate(() => `${Math.ceil(document.querySelector(".credit")!.getBoundingClientRect().bottom)}`);
      await expect.poll(async () => (await heights())[0] === (await content())).toBe(true);
      await page.setViewportSize({ width: 300, height: 800 });
      await expect.poll(async () => (await heights())[0] === (await content())).toBe(true);
      expect((await heights())[1]).toBe("9");
    },
  );

  test("is the one on the page about embedding", async () => {
    const site = await embedSite();
    const page = await open();
    await page.goto(site.origin + pagePath("embed", "en"));
    const shown = await page.locator("pre", { hasText: "postMessage" }).textContent();
    expect(shown?.trim()).toBe(documented(PUBLIC_ADDRESS).trim());
  });
});
