import { expect, test } from "vitest";
import { browserSuite } from "../support/browser.js";
import { foreignPage } from "../support/foreign-page.js";
import { BADGE, badgePage, hide, MINUTE, STEP, type Watched } from "./badge-page.js";
import { currentBody, historyBody, scriptTags, widgetSite } from "./widget-site.js";

const CURRENT = "/api/public/nhci";

browserSuite("refreshing widgets", (open) => {
  test("ask again when the answer has expired, and not before", async () => {
    const { site, text, pass } = await badgePage(open);
    await expect.poll(text).toContain("72.4");
    site.api.current = {
      body: currentBody({ score: 31.5, phase_key: "ACUM" }),
      headers: { "cache-control": "max-age=120" },
    };
    await pass(59_000);
    expect(site.asked).toHaveLength(1);
    await pass(1_100 + 60_000 / 99);
    expect(site.asked).toHaveLength(2);
    await expect.poll(text).toContain("31.5");
    expect(await text()).toContain("Accumulation");
    await pass(118_000);
    expect(site.asked).toHaveLength(2);
    await pass(2_100 + 120_000 / 99);
    expect(site.asked).toHaveLength(3);
  });

  test("ask up to a hundredth of an answer's life later, so that not all pages of the world ask at 06:00", async () => {
    const { site, page, pass } = await badgePage(open, ({ api }) => {
      api.current = { body: currentBody(), headers: { "cache-control": "max-age=99" } };
    });
    await page.evaluate(() => {
      Math.random = () => 1;
    });
    await pass(MINUTE); // the answer to the first request may have come before chance stood still
    site.api.current = { body: currentBody(), headers: { "cache-control": "max-age=99" } };
    await pass(2 * MINUTE);
    expect(site.asked).toHaveLength(2);
    await pass(4 * MINUTE);
    const asks = await page.evaluate(() => (window as unknown as Watched).asks);
    const lives = asks.slice(2).map((at, i) => (at - (asks[i + 1] ?? 0)) / 1000);
    expect(lives.length).toBeGreaterThan(0);
    for (const life of lives) {
      expect(life).toBeGreaterThanOrEqual(100);
      expect(life).toBeLessThanOrEqual(100 + STEP / 1000);
    }
  });

  test("ask no more often than every minute, whatever an answer says", async () => {
    const { site, text, pass } = await badgePage(open, ({ api }) => {
      api.current = { body: currentBody(), headers: { "cache-control": "no-store" } };
    });
    await expect.poll(text).toContain("72.4");
    await pass(59_000);
    expect(site.asked).toHaveLength(1);
    await pass(1_600);
    expect(site.asked).toHaveLength(2);
  });

  test("keep the last picture when they are limited, say so, wait as long as told, and recover", async () => {
    const { site, text, pass, errors } = await badgePage(open);
    await expect.poll(text).toContain("72.4");
    site.api.current = { status: 429, headers: { "retry-after": "40" } };
    await pass(MINUTE + MINUTE / 99);
    await expect.poll(text).toContain("Not updated");
    expect(await text()).toContain("72.4");
    expect(await text()).toContain("peak.example");
    site.api.current = { body: currentBody({ score: 73.1 }) };
    await pass(40_200);
    expect(site.asked).toHaveLength(2);
    await pass(6_100); // the first back-off is 5 s at most, after the 40 s and one more
    expect(site.asked).toHaveLength(3);
    await expect.poll(text).toContain("73.1");
    expect(await text()).not.toContain("Not updated");
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

  test("wait longer after each failure, five minutes at most", async () => {
    const { site, page, pass } = await badgePage(open, ({ api }) => {
      api.current = { status: 500 };
    });
    await page.evaluate(() => {
      Math.random = () => 1;
    });
    await pass(11 * MINUTE);
    const asks = await page.evaluate(() => (window as unknown as Watched).asks);
    expect(asks).toHaveLength(site.asked.length);
    const waits = asks.slice(1).map((at, i) => (at - (asks[i] ?? 0)) / 1000);
    // The answer comes at the end of a step of the test, so up to that much later than the request.
    const late = [11, 21, 41, 81, 161, 301].map((wait, i) => (waits[i + 1] ?? 0) - wait);
    expect(late.filter((ms) => ms < 0 || ms > STEP / 1000)).toEqual([]);
  });

  test.each([
    ["no connection", "drop"],
    ["a page instead of JSON", { body: "<html>please log in</html>" }],
    ["a score out of range", { body: currentBody({ score: 4000 }) }],
    ["a phase that is none", { body: currentBody({ phase_key: "<b>" }) }],
    ["null", { body: "null" }],
    ["an answer without end", { body: { pad: " ".repeat(400_000), ...currentBody() } }],
    ["nothing to publish yet", { status: 503, headers: { "retry-after": "5" } }, "– / 100––"],
  ] as const)("show their frame and the attribution with %s, and recover", async (_what, answer, said?: string) => {
    const says = said ?? "Not updated";
    const { site, text, pass, errors } = await badgePage(open, ({ api }) => {
      api.current = answer;
    });
    await expect.poll(text).toContain(says);
    expect(await text()).toContain("Peak Cycle Index by Peak · peak.example");
    site.api.current = { body: currentBody() };
    await pass(2 * MINUTE);
    await expect.poll(text).toContain("72.4");
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

  test("ask at once when the network is back, but not while the server wants to be left alone", async () => {
    const { site, page, text, pass } = await badgePage(open, ({ api }) => {
      api.current = "drop";
    });
    await expect.poll(text).toContain("Not updated");
    site.api.current = { status: 429, headers: { "retry-after": "120" } };
    const loseNetwork = async () => {
      await page.context().setOffline(true);
      await pass(500);
      await page.context().setOffline(false);
      await pass(500);
    };
    await loseNetwork();
    expect(site.asked).toHaveLength(2);
    await loseNetwork();
    await pass(110_000);
    expect(site.asked).toHaveLength(2);
  });

  test("ask nothing while the page is hidden, and at once when it is shown again and something is due", async () => {
    const { site, page, text, pass } = await badgePage(open);
    await expect.poll(text).toContain("72.4");
    await hide(page, true);
    await pass(2 * MINUTE);
    expect(site.asked).toHaveLength(1);
    await hide(page, false);
    await pass(500);
    expect(site.asked).toHaveLength(2);
    await hide(page, true);
    await hide(page, false);
    await pass(50_000);
    expect(site.asked).toHaveLength(2);
  });

  test("wait an hour at most when the reader's clock is set back", async () => {
    const { site, page, text } = await badgePage(open);
    await expect.poll(text).toContain("72.4");
    await hide(page, true);
    await page.clock.setSystemTime("2026-11-20T10:00:31Z");
    await hide(page, false);
    await page.clock.fastForward(3_601_000);
    await expect.poll(() => site.asked.length).toBeGreaterThan(1);
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
    await expect.poll(() => page.locator("svg[role=img]").getAttribute("aria-label")).toContain("Not updated");
    expect(await page.locator("svg[role=img]").getAttribute("aria-label")).toContain("75.5");
    expect(await rows.count()).toBe(30);
    expect(errors).toEqual([]);
  });
});
