import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { browserSuite, type OpenPage, type PageOptions } from "../support/browser.js";
import { currentBody, embedBody, visitHosts, widgetSite } from "./widget-site.js";

browserSuite("attributes of a host", (open) => {
  test("a host is as wide as its kind and size say at most, and no wider than its page", async () => {
    const sizes = [
      "data-nhci-badge",
      ...["sm", "lg", "constructor"].map((size) => `data-nhci-badge data-size="${size}"`),
    ];
    const hosts = [...sizes, "data-nhci-widget"].map((attributes) => `<div ${attributes}></div>`);
    const { page } = await shown(open, hosts.join(""), { width: 1000 });
    const widths = () =>
      page
        .locator("[data-nhci-badge] > div, [data-nhci-widget] > div")
        .evaluateAll((boxes) => boxes.map((box) => box.getBoundingClientRect().width));
    await expect.poll(widths).toEqual([320, 220, 400, 320, 1000]);
    await page.setViewportSize({ width: 180, height: 600 });
    await expect.poll(widths).toEqual([180, 180, 180, 180, 180]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(180);
  });

  test.each(["chart", "badge"])("a margin around a %s makes no page wider than its window", async (kind) => {
    const mark = kind === "chart" ? "data-nhci-widget" : "data-nhci-badge";
    const { page } = await shown(open, `<div ${mark} style="margin:0 20px"></div>`, { width: 220 });
    expect(await page.locator("body > div").evaluate((host) => host.clientWidth)).toBe(180);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(220);
  });

  test("hidden hides a host, until it is taken away", async () => {
    const { page } = await shown(open, "<div data-nhci-badge></div><div data-nhci-widget></div>");
    const hosts = page.locator("body > div");
    const toggle = () => hosts.evaluateAll((all) => all.map((host) => host.toggleAttribute("hidden")));
    const seen = async () => Promise.all([0, 1].map((at) => hosts.nth(at).isVisible()));
    await toggle();
    expect(await seen()).toEqual([false, false]);
    await toggle();
    expect(await seen()).toEqual([true, true]);
  });

  test("data-api asks another site, as it changes", async () => {
    const other = await widgetSite();
    other.api.current = { body: currentBody({ score: 12.3, phase_key: "FONDO" }) };
    const { site, page } = await shown(open, "<div data-nhci-badge></div>");
    await page
      .locator("[data-nhci-badge]")
      .evaluate((host, api) => host.setAttribute("data-api", api), `${other.origin}/`);
    await page.getByText("12.3").waitFor();
    expect(other.asked).toEqual(["/api/public/nhci"]);
    await page.locator("[data-nhci-badge]").evaluate((host) => host.removeAttribute("data-api"));
    await page.getByText("72.4").waitFor();
    expect(site.asked).toEqual(["/api/public/nhci"]);
  });

  test("an address in data-api that is no site's: the widgets say so, and nothing breaks", async () => {
    const hosts = ADDRESSES.map(
      (api) => `<div data-nhci-badge data-api="${api}"></div><div data-nhci-widget data-api="${api}"></div>`,
    );
    const errors: string[] = [];
    const prepare = async (fresh: Page) => void fresh.on("pageerror", (error) => errors.push(error.message));
    const { site, page } = await visitHosts(open, hosts.join(""), { prepare });
    const all = 2 * ADDRESSES.length;
    await expect.poll(() => page.getByText("Not updated").count()).toBe(all);
    expect(await page.getByText("Peak Cycle Index by Peak").count()).toBe(all);
    expect(site.asked).toEqual([]);
    expect(errors).toEqual([]);
  });

  test("data-asset=crypto is announced, another one is unknown: a note alone over the attribution, without a request", async () => {
    const hosts = ["crypto", "doge"].flatMap((asset) => [
      `<div data-nhci-badge data-asset="${asset}"></div>`,
      `<div data-nhci-widget data-asset="${asset}" data-lang="es"></div>`,
    ]);
    const { site, page } = await visitHosts(open, hosts.join(""));
    const line = "Peak Cycle Index by Peak · peak.example";
    await expect
      .poll(() => page.locator("body > div > div").allTextContents())
      .toEqual(["Coming soon", "Próximamente", "Unknown asset", "Activo desconocido"].map((note) => note + line));
    expect(site.asked).toEqual([]);
    await page
      .locator("[data-nhci-badge]")
      .nth(1)
      .evaluate((host) => host.setAttribute("data-asset", "btc"));
    await page.getByText("72.4").waitFor();
  });

  test("data-asset=crypto is the score of crypto where the site offers it: one request for all, read by key, stale and unreachable as Bitcoin", async () => {
    const site = await widgetSite(true);
    const crypto = { score: 61.2, stale: true };
    site.fallback = { body: embedBody(crypto) };
    const hosts = `<div data-nhci-badge data-asset="crypto" lang="de"></div><div data-nhci-widget data-asset="crypto"></div>`;
    // What is routed is never taken from a cache.
    const prepare = (fresh: Page) => fresh.route("**/embed/nhci.json", (route) => route.continue());
    const { page } = await visitHosts(open, hosts, { site, prepare });
    await expect.poll(() => page.locator("body > div > div").allTextContents()).toHaveLength(2);
    await page.getByText("61,2").waitFor();
    await page.getByText("61.2").waitFor();
    const [badge = "", chart = ""] = await page.locator("body > div > div").allTextContents();
    expect(badge).toBe("▂▄▆ Krypto61,2Heiße Zone▲ > 2 h: 21. Nov., 10:00 UTCPeak Cycle Index by Peak · peak.example");
    expect(chart).toContain("▲ > 2 h");
    expect(chart).not.toMatch(/Bitcoin|BTC|USD|Signal|72\.4/);
    expect([site.fallbacksAsked, ...site.asked]).toEqual([1]);
    const slider = page.getByRole("slider", { name: "Crypto · UTC" });
    await slider.focus();
    await page.keyboard.press("Home");
    expect(await slider.getAttribute("aria-valuetext")).toBe("October 23, 2026 UTC · 40.0 · Bull Active");
    site.fallback = { body: currentBody() }; // as of a site that offers none
    await page.locator("[data-nhci-badge]").evaluate((host) => host.setAttribute("data-asset", "btc"));
    await page.getByText("72,4").waitFor();
    expect(await page.getByText("Bitcoin").count()).toBe(1);
    await page.reload();
    await expect.poll(() => page.getByText("Nicht abrufbar").count()).toBe(1);
    await expect.poll(() => page.getByText("Not updated").count()).toBe(1);
  });

  test("the language is the host's, else the page's, else English, and follows both", async () => {
    const hosts = `<p data-nhci-badge></p><section lang="de-AT"><p data-nhci-badge></p></section><p data-nhci-badge data-lang="FR"></p><p data-nhci-badge data-lang="xx"></p>`;
    const { page } = await shown(open, hosts);
    const words = async () => (await page.locator("[data-nhci-badge] strong").allTextContents()).join();
    await expect.poll(words).toBe("Hot Zone,Heiße Zone,Zone chaude,Hot Zone");
    expect(
      await page.locator("[data-nhci-badge] > div").evaluateAll((all) => all.map((each) => (each as HTMLElement).lang)),
    ).toEqual(["en", "de", "fr", "en"]);
    await page.evaluate(() => {
      document.documentElement.lang = "pt-BR";
      document.querySelector("section")?.setAttribute("lang", "es");
    });
    await expect.poll(words).toBe("Zona quente,Zona caliente,Zone chaude,Hot Zone");
  });

  test("the theme is the host's, else its color scheme, else the system's, and follows all three", async () => {
    const hosts = "<div data-nhci-badge></div><div data-nhci-widget></div>";
    const { page } = await shown(open, hosts, { colorScheme: "light" });
    const theme = () =>
      page.locator("body > div > div").evaluateAll((boxes) => {
        const seen = boxes.map((box) => getComputedStyle(box).backgroundColor === "rgb(255, 255, 255)");
        return seen.every((each) => each === seen[0]) && seen.length === 2 ? (seen[0] ? "light" : "dark") : seen;
      });
    const schemeOfPage = (scheme: string) =>
      page.evaluate((style) => document.documentElement.setAttribute("style", style), `color-scheme:${scheme}`);
    const wish = (scheme: string) =>
      page.locator("body > div").evaluateAll((all, name) => {
        for (const host of all) host.setAttribute("data-theme", name);
      }, scheme);
    await expect.poll(theme).toBe("light");
    await page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(theme).toBe("dark");
    await schemeOfPage("light");
    await expect.poll(theme).toBe("light");
    await schemeOfPage("light dark");
    await expect.poll(theme).toBe("dark");
    await wish("light");
    await expect.poll(theme).toBe("light");
    await wish("auto");
    await expect.poll(theme).toBe("dark");
  });

  test("nothing of the page reaches inside, and the text runs from left to right in every page", async () => {
    const style =
      "<style>*{letter-spacing:9px;text-transform:uppercase;font-size:40px!important;direction:rtl}body{text-align:right}</style>";
    const { page } = await shown(open, `${style}<div data-nhci-badge></div>`);
    const seen = await page.locator("[data-nhci-badge] > div").evaluate((box) => {
      const { letterSpacing, textTransform, fontSize, direction } = getComputedStyle(box);
      return { letterSpacing, textTransform, fontSize, direction };
    });
    expect(seen).toEqual({ letterSpacing: "normal", textTransform: "none", fontSize: "12px", direction: "ltr" });
  });
});

/** None of them is one that a widget may ask. */
const ADDRESSES = [
  "",
  "javascript:alert(1)",
  "data:application/json,",
  "ftp://peak.example",
  "//peak.example",
  "https://",
  "http://[",
  "nonsense",
];

async function shown(open: OpenPage, html: string, options: PageOptions = {}) {
  const head = '<!doctype html><meta name=viewport content="width=device-width"><style>body{margin:0}</style>';
  const { site, page } = await visitHosts(open, html, { head, ...options });
  await page.getByText("72.4").first().waitFor();
  return { site, page };
}
