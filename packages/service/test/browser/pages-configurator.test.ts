import { EMBED_KINDS } from "peak-cycle-drawing";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { browserSuite, type PageOptions } from "../support/browser.js";
import { PUBLIC_ADDRESS, type SiteState } from "../support/composed-site.js";
import { embedSite } from "../support/embed-site.js";
import { noiseOf } from "../support/page-noise.js";

/** Waits for whatever is shown: a widget, an iframe, a picture. */
async function shownWhole(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const shown = document.querySelector("[data-part=preview] > *");
    if (shown instanceof HTMLImageElement) return shown.complete;
    if (!(shown instanceof HTMLIFrameElement)) return (shown?.clientHeight ?? 0) > 40;
    const inside = shown.contentDocument;
    return inside?.readyState === "complete" && inside.URL !== "about:blank";
  });
}

browserSuite("the configurator", (open) => {
  async function configurator(path = "/embed", options: PageOptions = {}, state: SiteState = "normal"): Promise<Page> {
    const site = await embedSite(state);
    const page = await open(options);
    await page.goto(site.origin + path);
    return page;
  }

  const choose = (page: Page, name: string, value: string) => page.selectOption(`select[name=${name}]`, value);
  const code = (page: Page, form = "HTML") => page.textContent(`[data-form=${form}] code`);

  test("shows what was chosen live, and the code for it, without a message or a foreign request", async () => {
    const site = await embedSite();
    const page = await open();
    const noise = noiseOf(page);
    await page.goto(`${site.origin}/embed`);
    await shownWhole(page);
    for (const kind of EMBED_KINDS.filter((each) => !each.endsWith("png"))) {
      await choose(page, "kind", kind);
      await shownWhole(page);
      for (const theme of ["dark", "light", "auto"]) {
        await choose(page, "theme", theme);
        await shownWhole(page);
      }
      expect(await code(page)).toContain(PUBLIC_ADDRESS);
      expect(await page.locator("[data-part=preview] > *").count()).toBe(1);
    }
    expect(noise.lines).toEqual([]);
    expect([...noise.origins]).toEqual([site.origin]);
  });

  test("offers crypto where the site does, in each kind that can show it", async () => {
    expect(await (await configurator()).locator("select[name=asset]").count()).toBe(0);
    const page = await configurator("/embed", {}, "crypto");
    await choose(page, "asset", "crypto");
    expect(await code(page)).toContain('<div data-nhci-widget data-asset="crypto"></div>');
    await page.locator("[data-part=preview]").getByText("Crypto", { exact: true }).waitFor();
    for (const [kind, address] of [
      ["frame", "/embed/nhci?asset=crypto"],
      ["badge-pill", "/embed/nhci-badge.svg?asset=crypto&amp;style=pill"],
    ] as const) {
      await choose(page, "kind", kind);
      expect(await code(page)).toContain(PUBLIC_ADDRESS + address);
    }
    await choose(page, "kind", "card-png");
    expect(await page.isDisabled("select[name=asset]")).toBe(true);
    expect(await code(page)).not.toContain("crypto");
  });

  test("writes size, theme and language into the code, offers only what a kind can do, and works by keyboard alone", async () => {
    const page = await configurator();
    expect(await page.isDisabled("select[name=size]")).toBe(true);
    await page.focus("select[name=kind]");
    await page.keyboard.press("ArrowDown");
    expect(await code(page)).toContain("data-nhci-badge");
    await choose(page, "size", "sm");
    await choose(page, "theme", "dark");
    await choose(page, "language", "pt");
    expect(await code(page)).toContain('<div data-nhci-badge data-size="sm" data-theme="dark" data-lang="pt"></div>');
    const host = page.locator("[data-part=preview] [data-nhci-badge]");
    expect(await host.getAttribute("data-size")).toBe("sm");
    await choose(page, "kind", "chart-svg");
    expect(await code(page, "Markdown")).toContain("nhci-chart.svg?size=sm&theme=dark&lang=pt)");
    expect(await code(page, "URL")).toBe(`${PUBLIC_ADDRESS}/embed/nhci-chart.svg?size=sm&theme=dark&lang=pt`);
    await choose(page, "kind", "chart-png");
    expect(await page.isDisabled("select[name=theme] option[value=auto]")).toBe(true);
    expect(await page.isVisible("[data-part=fills]")).toBe(false);
  });

  test("takes the language of its own page for what cannot know the host's", async () => {
    const page = await configurator("/de/embed");
    expect(await code(page)).not.toContain("data-lang");
    await choose(page, "kind", "frame");
    expect(await code(page)).toContain("/embed/nhci?lang=de");
    expect(await page.getAttribute("[data-part=preview] iframe", "src")).toBe("../embed/nhci?lang=de");
  });

  describe("the button", () => {
    test("copies the code and says so", async () => {
      const page = await configurator("/embed", { permissions: ["clipboard-read", "clipboard-write"] });
      await page.click("[data-form=HTML] button");
      await page.waitForFunction(() => document.querySelector("[data-part=said]")?.textContent === "Copied");
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await code(page));
    });

    test("selects the code where copying is not allowed", async () => {
      const page = await configurator();
      await page.evaluate(() => {
        Object.defineProperty(navigator, "clipboard", { value: { writeText: () => Promise.reject(new Error("no")) } });
      });
      await page.click("[data-form=HTML] button");
      await page.waitForFunction(() => document.querySelector("[data-part=said]")?.textContent?.startsWith("Selected"));
      expect(await page.evaluate(() => getSelection()?.toString())).toBe(await code(page));
    });
  });
});
