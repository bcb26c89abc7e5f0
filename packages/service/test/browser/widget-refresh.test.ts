import { expect, test } from "vitest";
import { browserSuite } from "../support/browser.js";
import { foreignPage } from "../support/foreign-page.js";
import { BADGE, badgePage, hide, MINUTE } from "./badge-page.js";
import { type ApiAnswer, currentBody, historyBody, scriptTags, widgetSite } from "./widget-site.js";

const CURRENT = "/api/public/nhci";

/** What a widget meets on a page that has just been opened, and what it says then. */
const FIRST_ANSWERS: readonly (readonly [name: string, answer: ApiAnswer | "drop", says?: string])[] = [
  ["no connection", "drop"],
  ["a page instead of JSON", { body: "<html>please log in</html>" }],
  ["a score out of range", { body: currentBody({ score: 4000 }) }],
  ["a phase that is none", { body: currentBody({ phase_key: "<b>" }) }],
  ["null", { body: "null" }],
  ["an answer without end", { body: { pad: " ".repeat(400_000), ...currentBody() } }],
  ["nothing to publish yet", { status: 503, headers: { "retry-after": "5" } }, "Bitcoin cycle index––"],
];

browserSuite("refreshing widgets", (open) => {
  test("show a newer answer; keep it when they are limited, and say so; and recover", async () => {
    const { site, text, pass, errors } = await badgePage(open);
    await expect.poll(text).toContain("72.4");
    site.api.current = { body: currentBody({ score: 31.5, phase_key: "ACUM" }) };
    await pass(MINUTE + 1_000 + MINUTE / 99);
    await expect.poll(text).toContain("31.5");
    expect(await text()).toContain("Accumulation");
    site.api.current = { status: 429, headers: { "retry-after": "5" } };
    await pass(MINUTE + 1_000 + MINUTE / 99);
    await expect.poll(text).toContain("Not updated");
    expect(await text()).toContain("31.5");
    expect(await text()).toContain("peak.example");
    site.api.current = { body: currentBody({ score: 73.1 }) };
    await pass(12_000);
    await expect.poll(text).toContain("73.1");
    expect(await text()).not.toContain("Not updated");
    expect(site.asked).toHaveLength(4);
    expect(errors).toEqual([]);
  });

  test("take score and days after a 429 from the answer without a limit, once, and back off as told", async () => {
    const { site, page, text, pass, errors } = await badgePage(
      open,
      (prepared) => {
        prepared.api = { current: { status: 429, headers: { "retry-after": "40" } }, history: { status: 429 } };
        prepared.fallback = { body: { ...historyBody(), ...currentBody({ score: 31.5, phase_key: "ACUM" }) } };
      },
      `${BADGE}<div data-nhci-widget></div>`,
    );
    await expect.poll(text).toContain("31.5");
    expect(await text()).not.toContain("Not updated");
    await expect.poll(() => page.locator("tr:has(td)").count()).toBe(30);
    expect([site.asked.length, site.fallbacksAsked]).toEqual([2, 2]); // by each of the two; routing switches the cache off
    site.api = { current: { body: currentBody() }, history: { body: historyBody() } };
    await pass(40_200);
    expect(site.asked.filter((path) => path === CURRENT)).toHaveLength(1);
    await pass(6_100);
    expect(site.asked.filter((path) => path === CURRENT)).toHaveLength(2);
    await expect.poll(text).toContain("72.4");
    expect(errors).toEqual([]);
  });

  test("show their frame and the attribution whatever the first answer is, and recover", async () => {
    const sites = await Promise.all(FIRST_ANSWERS.map(() => widgetSite()));
    for (const [i, [, answer]] of FIRST_ANSWERS.entries()) Object.assign(sites[i]?.api ?? {}, { current: answer });
    const hosts = sites.map(({ origin }) => `<div data-nhci-badge data-api="${origin}"></div>`).join("");
    const { page, pass, errors } = await badgePage(open, () => undefined, hosts);
    const texts = () => page.locator("[data-nhci-badge] div").allTextContents();
    const without = async (parts: readonly string[]) => {
      const found = await texts();
      return FIRST_ANSWERS.filter((_, i) => found[i]?.includes(parts[i] ?? "") !== true).map(([name]) => name);
    };
    await expect.poll(() => without(FIRST_ANSWERS.map(([, , says = "Not updated"]) => says))).toEqual([]);
    expect(await without(sites.map(() => "Peak Cycle Index by Peak · peak.example"))).toEqual([]);
    for (const { api } of sites) api.current = { body: currentBody() };
    await pass(MINUTE + 7_000); // the minute that an answer of 200 asks for, a second, and the longest first back-off
    await expect.poll(() => without(sites.map(() => "72.4"))).toEqual([]);
    expect(errors).toEqual([]);
  });

  test("give up a server that says nothing after 15 s", async () => {
    const site = await widgetSite();
    site.api.current = "hold";
    const page = await open();
    await page.clock.install();
    await page.goto((await foreignPage({ html: `<body>${BADGE}${scriptTags(site)}` })).url);
    await expect.poll(() => site.asked.length).toBe(1);
    expect(await page.locator("[data-nhci-badge] div").textContent()).not.toContain("Not updated");
    await page.clock.runFor(15_000);
    await page.getByText("Not updated").waitFor();
  });

  test("start nothing in a page that is opened in the background", async () => {
    const site = await widgetSite();
    const page = await open();
    await page.addInitScript(() => Object.defineProperty(document, "hidden", { get: () => true, configurable: true }));
    await page.goto((await foreignPage({ html: `<body><div data-nhci-badge></div>${scriptTags(site)}` })).url);
    await page.locator("[data-nhci-badge] div").waitFor();
    expect(site.asked).toEqual([]);
    await hide(page, false);
    await page.getByText("72.4").waitFor();
    expect(site.asked).toEqual([CURRENT]);
  });

  test("ask no sooner for a host that comes back than for one that stayed", async () => {
    const { site, page, text, pass } = await badgePage(open);
    await expect.poll(text).toContain("72.4");
    for (let i = 0; i < 5; i++) {
      await page.evaluate(() => document.querySelector("[data-nhci-badge]")?.remove());
      await pass(10);
      await page.evaluate(() => document.body.insertAdjacentHTML("beforeend", "<div data-nhci-badge></div>"));
      await pass(10);
      expect(await text()).toContain("72.4");
    }
    expect(site.asked).toHaveLength(1);
  });

  test("a chart keeps its 30 days when they cannot be refreshed, and says so", async () => {
    const { site, page, pass, errors } = await badgePage(
      open,
      ({ api }) => {
        api.history = { body: historyBody() };
      },
      "<div data-nhci-widget></div>",
    );
    const rows = page.locator("tr:has(td)");
    await expect.poll(() => rows.count()).toBe(30);
    site.api.history = { body: { data: "none" } };
    site.api.current = { body: currentBody({ score: 75.5 }) };
    await pass(61_000);
    await expect.poll(() => page.locator("header").textContent()).toContain("Not updated");
    expect(await page.locator("header").textContent()).toContain("75.5");
    expect(await rows.count()).toBe(30);
    expect(errors).toEqual([]);
  });
});
