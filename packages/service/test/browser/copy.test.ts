import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { browserSuite, type PageOptions } from "../support/browser.js";
import { embedSite } from "../support/embed-site.js";

browserSuite("the button of a code block", (open) => {
  async function docs(options: PageOptions = {}): Promise<Page> {
    const site = await embedSite();
    const page = await open(options);
    await page.goto(`${site.origin}/docs`);
    return page;
  }

  const press = (page: Page) => page.locator(".code .copy").first().click();
  const code = (page: Page) => page.locator("pre code").first().textContent();

  test("copies the code and says so, aloud too", async () => {
    const page = await docs({ permissions: ["clipboard-read", "clipboard-write"] });
    await press(page);
    await expect.poll(() => page.locator("[role=status]").textContent()).toBe("Copied");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await code(page));
  });

  test("selects the code where copying is not allowed", async () => {
    const page = await docs();
    await page.evaluate(() => {
      Object.defineProperty(navigator, "clipboard", { value: { writeText: () => Promise.reject(new Error("no")) } });
    });
    await press(page);
    await expect.poll(() => page.locator(".code .copy").first().textContent()).toMatch(/^Selected/);
    expect((await page.evaluate(() => getSelection()?.toString()))?.trim()).toBe((await code(page))?.trim());
  });

  test("is not there without scripts", async () => {
    const page = await docs({ javaScriptEnabled: false });
    expect(await page.locator(".code .copy").first().isVisible()).toBe(false);
  });
});
