/** What widgets promise on other people's pages. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { browserSuite, type PageOptions } from "../support/browser.js";
import { foreignPage } from "../support/foreign-page.js";
import { layoutsPage, unusable } from "../support/layouts.js";
import {
  currentBody,
  embedBody,
  PUBLIC_SITE,
  scriptTags,
  servedScript,
  visitHosts,
  widgetSite,
} from "./widget-site.js";

const BADGE = "<div data-nhci-badge></div>";
const CHART = "<div data-nhci-widget></div>";
const LINE = "Peak Cycle Index by Peak · peak.example";
const HEAD =
  '<!doctype html><html lang="en"><meta name=viewport content="width=device-width"><style>body{margin:0}</style>';

/** The width of the drawings, in the order of their hosts. */
const widthsIn = (page: Page) =>
  page
    .locator("[data-nhci-badge] svg[width], [data-nhci-widget] svg[width]")
    .evaluateAll((all) => all.map((svg) => svg.clientWidth));

browserSuite("widgets", (open) => {
  const visit = (hosts: string, options: PageOptions & { site?: Awaited<ReturnType<typeof widgetSite>> } = {}) =>
    visitHosts(open, hosts, { head: HEAD, ...options });

  test("are of a readable width in any box of a page, also of a theme that hides what is empty", async () => {
    const site = await widgetSite();
    const page = await open({ width: 1000 });
    await page.goto((await foreignPage({ html: layoutsPage(scriptTags(site)) })).url);
    await expect.poll(() => page.evaluate(unusable)).toEqual([]);
    await page.evaluate(() => {
      for (const host of document.querySelectorAll("[data-nhci-badge]")) host.toggleAttribute("hidden");
    });
    expect(await page.locator("[data-nhci-badge]").first().isVisible()).toBe(false);
  });

  test("are as wide as their size says at most, and no wider than a page of 180 px, in Portuguese", async () => {
    const badges = ["sm", "LG", "constructor", "md"].map((size) => `<div data-nhci-badge data-size="${size}"></div>`);
    const { page } = await visit(`<main lang="pt">${badges.join("")}${CHART}</main>`);
    await expect.poll(() => widthsIn(page)).toEqual([220, 400, 320, 320, 720]);
    await page.setViewportSize({ width: 180, height: 600 });
    await expect.poll(() => widthsIn(page)).toEqual([180, 180, 180, 180, 180]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(180);
    await expect.poll(() => page.getByText("Quente", { exact: true }).count()).toBe(6); // five heads and a band
  });

  test("say in one line of the console each what is wrong with a host, its attributes, its address or its scene", async () => {
    const site = await widgetSite();
    const hosts = `<ul><li data-nhci-badge></li><li data-nhci-badge></li></ul><div data-nhci-badge data-size="xl"></div>
<div data-nhci-badge data-asset="BTC" data-theme="neon" data-lang="xx"></div><div data-nhci-widget data-range="1y"></div>
<div data-nhci-badge data-api="nonsense"></div><div data-nhci-badge data-api="${site.origin}/sandbox/nope"></div>`;
    const { page, faults } = await visit(hosts, { site });
    await expect.poll(() => faults.filter((line) => line.includes("nhci: ")).length).toBe(7);
    const lines = faults.filter((line) => line.includes("nhci: ")).sort();
    for (const part of [
      "nope/api/public/nhci: 404",
      "nonsense/api/public/nhci: 404",
      "<li>",
      "data-lang",
      "data-range",
      "data-size",
      "data-theme",
    ]) {
      expect(
        lines.filter((line) => line.includes(part)),
        part,
      ).toHaveLength(1);
    }
    // three badges and a chart, whose last value it is, too
    await expect.poll(() => page.getByText("72.4").count()).toBe(4);
  });

  test("take the host's language and theme, else those of the page and of the system, and follow them", async () => {
    const { page } = await visit(
      `${BADGE}<section lang="de-AT">${BADGE}</section><div data-nhci-badge data-lang="FR" data-theme="dark"></div>`,
    );
    for (const name of ["Hot Zone", "Heiße Zone", "Zone chaude"]) await page.getByText(name, { exact: true }).waitFor();
    const papers = () =>
      page
        .locator("[data-nhci-badge] svg rect:first-of-type")
        .evaluateAll((all) =>
          all.filter((rect) => rect.getAttribute("rx") === "10").map((rect) => getComputedStyle(rect).fill),
        );
    const [light, dark] = ["rgb(255, 255, 255)", "rgb(16, 18, 20)"];
    await expect.poll(papers).toEqual([light, light, dark]);
    await page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(papers).toEqual([dark, dark, dark]);
    await page.evaluate(() => document.documentElement.setAttribute("style", "color-scheme:light"));
    await expect.poll(papers).toEqual([light, light, dark]);
    await page.emulateMedia({ media: "print" });
    await expect.poll(papers).toEqual([light, light, light]);
  });

  test("become larger where the reader's least font size is 24 px, and cut nothing", async () => {
    const { page } = await visit(BADGE + CHART, { width: 400 });
    await page.getByText("72.4").first().waitFor();
    // As a browser with that setting computes it: the box of the drawings asks for 11 px.
    await page.evaluate(() => {
      const { getComputedStyle: computed } = window;
      window.getComputedStyle = (element, pseudo) =>
        element.localName === "div" && element.getRootNode() instanceof ShadowRoot
          ? ({ fontSize: "24px" } as CSSStyleDeclaration)
          : computed(element, pseudo);
    });
    const scales = () =>
      page
        .locator("svg[width]")
        .evaluateAll((all) => all.map((svg) => svg.clientWidth / Number(svg.getAttribute("width"))));
    await expect.poll(async () => (await scales()).every((scale) => scale > 1.7)).toBe(true);
  });

  test("keep ruler and contrast in forced colors", async () => {
    const { page } = await visit(BADGE, { forcedColors: "active", colorScheme: "dark" });
    await page.getByText("72.4").waitFor();
    const [paper, ink, fill] = await page
      .locator("[data-nhci-badge] svg")
      .first()
      .evaluate((svg) => {
        const texts = [...svg.querySelectorAll("text")].map((text) => getComputedStyle(text).fill);
        const segment = svg.querySelector('[fill="var(--fill-HOT)"]') ?? svg;
        return [
          getComputedStyle(svg.querySelector("rect") ?? svg).fill,
          [...new Set(texts)].join(),
          getComputedStyle(segment).fill,
        ];
      });
    expect([paper, ink, fill]).toEqual(["rgb(0, 0, 0)", "rgb(255, 255, 255)", "rgb(232, 121, 28)"]);
  });

  test("of an asset that is announced or unknown say so without a request; crypto is one request where it is offered", async () => {
    const crypto = '<div data-nhci-badge data-asset="crypto"></div>';
    const { site, page } = await visit(`${crypto}<div data-nhci-widget data-asset="doge"></div>`);
    for (const text of ["Coming soon", "doge?"]) await page.getByText(text).waitFor();
    expect([site.asked, site.fallbacksAsked]).toEqual([[], 0]);
    const offering = await widgetSite(true);
    offering.fallback = { body: embedBody({ score: 61.2 }) };
    const shown = await visit(`${crypto}<div data-nhci-widget data-asset="Crypto"></div>`, { site: offering });
    await expect.poll(() => shown.page.getByText("61.2").count()).toBeGreaterThan(1);
    expect([offering.fallbacksAsked, offering.asked]).toEqual([1, []]);
    expect(await shown.page.getByText(/Bitcoin|USD|Signal|Sources/).count()).toBe(0);
  });

  test("show the whole cycle as a picture that leads to the site", async () => {
    const { site, page } = await visit('<div data-nhci-widget data-range="cycle" data-theme="dark"></div>');
    const picture = page.locator("[data-nhci-widget] a img");
    await expect
      .poll(() => picture.getAttribute("src"))
      .toContain(`${site.origin}/embed/nhci-cycle.svg?size=lg&theme=dark&lang=en`);
    await page.locator("[data-nhci-widget]").evaluate((host) => host.setAttribute("data-range", "30d"));
    await expect.poll(() => page.locator("[data-nhci-widget] td").count()).toBeGreaterThan(30);
  });

  test("keep the last score when they cannot be refreshed, tell of when it is, and recover though the browser says that it is offline", async () => {
    const { site, page } = await visitHosts(open, BADGE, {
      head: HEAD,
      prepare: async (fresh) => {
        await fresh.clock.install({ time: "2026-11-21T10:20:00Z" });
        await fresh.addInitScript(() => Object.defineProperty(navigator, "onLine", { get: () => false }));
        // what is routed is never taken from the browser's cache
        await fresh.route("**/api/**", (route) => route.continue());
      },
    });
    await page.getByText("of 100 · 10:00 UTC").waitFor();
    site.api.current = "drop";
    await page.clock.runFor(62_000);
    await page.getByText("▲ 10:00 UTC").waitFor();
    await page.clock.setSystemTime("2026-11-21T13:40:00Z");
    await page.clock.runFor(10_000);
    await page.getByText("▲ 3 h old").waitFor();
    expect(await page.getByText(LINE).count()).toBe(1);
    site.api.current = { body: currentBody({ score: 31.5, phase_key: "ACUM" }) };
    // A request that was refused on its way begins a longer pause: time jumps as often as it takes.
    const recovered = async () => {
      await page.clock.runFor(60_000);
      return page.getByText("31.5").isVisible();
    };
    await expect.poll(recovered).toBe(true);
  });

  test.each([
    ["no connection", "drop"],
    ["a page instead of JSON", { body: "<html>please log in</html>" }],
    ["a score out of range", { body: currentBody({ score: 4000 }) }],
    ["a phase that is none", { body: currentBody({ phase_key: "<b>" }) }],
    ["a refusal", { status: 429, headers: { "retry-after": "5" } }],
  ] as const)("are whole, with the attribution, when the first answer is %s", async (_name, answer) => {
    const site = await widgetSite();
    site.api.current = answer;
    const errors: string[] = [];
    const prepare = async (page: Page) => void page.on("pageerror", (error) => errors.push(error.message));
    const { page } = await visitHosts(open, BADGE + CHART, { head: HEAD, site, prepare });
    await expect.poll(() => page.getByText("Waiting for the first score").count()).toBe(2);
    expect(await page.getByText(LINE).count()).toBeGreaterThan(0);
    expect(errors).toEqual([]);
  });

  test("stand in a closed shadow root, are not cut off by a low host, and leave others' roots alone", async () => {
    const watch = `<script>const { attachShadow } = Element.prototype; window.modes = [];
Element.prototype.attachShadow = function (init) { if (this.isConnected) window.modes.push(init.mode); return attachShadow.call(this, init) }</script>`;
    const taken = `<div id="taken" data-nhci-badge></div><script>document.querySelector("#taken").attachShadow({ mode: "open" }).append("theirs")</script>`;
    const { page, faults } = await visit(
      `${taken}${watch}<style>#low{height:60px!important;overflow:hidden}</style><div id="low" data-nhci-badge></div>${CHART}`,
    );
    await page.getByText("72.4").first().waitFor();
    expect(await page.evaluate(() => document.querySelector("#taken")?.shadowRoot?.textContent)).toBe("theirs");
    expect(await page.evaluate(() => new Set((window as unknown as { modes: string[] }).modes).has("closed"))).toBe(
      true,
    );
    expect((await page.locator("#low").boundingBox())?.height).toBeGreaterThan(150);
    expect(faults).toEqual([]);
  });

  test("begin where hosts come later, follow them when they are moved, also to another document, and end with them", async () => {
    const { page, site, faults } = await visit(`<iframe></iframe><i></i><div data-nhci-badge><b>own</b></div>`);
    await page.getByText("72.4").waitFor();
    expect(await page.locator("b").isVisible()).toBe(false);
    await page.evaluate(() => {
      const box = document.createElement("main");
      box.append(document.createElement("div"), document.createElement("div"));
      box.children[0]?.setAttribute("id", "nhci-widget");
      document.body.append(box);
      box.children[1]?.setAttribute("data-nhci-badge", "");
    });
    await expect.poll(() => page.locator("main svg[width]").count()).toBe(2);
    await page.evaluate(() => {
      const host = document.querySelector("[data-nhci-badge]") as Element;
      document.querySelector("iframe")?.contentDocument?.body.append(host);
    });
    const inFrame = page.frameLocator("iframe").locator("svg[width]");
    await inFrame.waitFor();
    await expect
      .poll(() => inFrame.evaluate((svg) => getComputedStyle(svg.querySelector("rect") ?? svg).fill))
      .toBe("rgb(255, 255, 255)");
    const kept = await page.evaluate(async () => {
      const host = document.querySelector("main [data-nhci-badge]") as Element;
      host.remove();
      while (host.shadowRoot?.firstElementChild?.localName !== "slot")
        await new Promise((look) => setTimeout(look, 50));
      return host.shadowRoot.childElementCount;
    });
    expect(kept).toBe(1);
    expect(site.asked.sort()).toEqual(["/api/public/nhci", "/api/public/nhci/history"]);
    expect(faults).toEqual([]);
  });

  test("fifty mounts and unmounts leave no listener and no element behind", async () => {
    const { page } = await visit("<main></main>");
    const session = await page.context().newCDPSession(page);
    const alive = async () => {
      await session.send("HeapProfiler.collectGarbage");
      const { nodes, jsEventListeners } = await session.send("Memory.getDOMCounters");
      return nodes + jsEventListeners;
    };
    const mount = (times: number) =>
      page.evaluate(
        async ({ html, count }) => {
          const main = document.querySelector("main") as Element;
          for (let i = 0; i < 2 * count; i++) {
            if (i % 2) main.replaceChildren();
            else main.innerHTML = html;
            await new Promise((next) => setTimeout(next));
          }
        },
        { html: CHART + BADGE, count: times },
      );
    await mount(2);
    const before = await alive();
    await mount(50);
    await expect.poll(alive).toBeLessThan(before + 50); // a single thing that each mount leaves would be 100
  });

  test.each([
    [
      "as a module beside an image of the badge",
      (src: string) =>
        `<img src="https://cache.invalid/?url=${src.replace(".js", ".svg")}"><script type="module" src="${src}"></script>`,
    ],
    [
      "by another script",
      (src: string) =>
        `<script>document.head.append(Object.assign(document.createElement("script"), { src: "${src}" }))</script>`,
    ],
  ])("ask the site of a script that is loaded %s", async (_how, tag) => {
    const site = await widgetSite();
    const page = await open();
    await page.route("https://cache.invalid/**", (route) => route.abort());
    await page.goto((await foreignPage({ html: `${HEAD}${BADGE}${tag(`${site.origin}/embed/nhci-badge.js`)}` })).url);
    await page.getByText("72.4").waitFor();
    expect(site.asked).toEqual(["/api/public/nhci"]);
  });

  test("ask the publisher's site where the script was copied to another place, and the one that data-api names", async () => {
    const other = await widgetSite();
    other.api.current = { body: currentBody({ score: 45.6 }) };
    const page = await open();
    await page.route(`${PUBLIC_SITE}/**`, (route) =>
      route.fulfill({ json: currentBody({ score: 12.3 }), headers: { "access-control-allow-origin": "*" } }),
    );
    await page.route("**/mine/*", (route) =>
      route.fulfill({ body: servedScript("nhci-badge.js"), contentType: "text/javascript" }),
    );
    const hosts = `${BADGE}<div data-nhci-badge data-api="${other.origin}/"></div>`;
    await page.goto((await foreignPage({ html: `${HEAD}${hosts}<script src="/mine/nhci-badge.js"></script>` })).url);
    for (const score of ["12.3", "45.6"]) await page.getByText(score).waitFor();
  });
});

browserSuite("reading the days of a chart", (open) => {
  async function chart(options: PageOptions = {}) {
    const { page, site } = await visitHosts(open, CHART, { head: HEAD, ...options });
    const slider = page.getByRole("slider", { name: "Bitcoin cycle index · UTC" });
    await slider.waitFor();
    const place = async () => Number(await slider.getAttribute("aria-valuenow"));
    const title = async () =>
      (await page.locator("[data-nhci-widget] svg text").allTextContents()).slice(-100).join("|");
    return { page, site, slider, place, title };
  }

  test("goes by keys, day by day, by weeks and to both ends, and replaces the title", async () => {
    const { page, slider, place, title } = await chart();
    expect(await title()).toContain("Price and index, 30 days");
    await page.keyboard.press("Tab");
    const steps = [
      ["ArrowLeft", 29],
      ["ArrowDown", 28],
      ["ArrowRight", 29],
      ["PageDown", 22],
      ["Home", 1],
      ["ArrowLeft", 1],
      ["End", 30],
    ] as const;
    for (const [key, index] of steps) {
      await page.keyboard.press(key);
      expect([key, await place()]).toEqual([key, index]);
    }
    await page.keyboard.press("Home");
    expect(await slider.getAttribute("aria-valuetext")).toBe("Oct 23 UTC · 40.0 · Bull Active · $80,000");
    expect(await title()).toMatch(/\|Oct 23\|\$80,000\|40\.0\|Bull Active\|/);
    expect(await title()).not.toContain("30 days");
    await page.keyboard.press("Escape");
    expect(await title()).toContain("30 days");
  });

  test("goes by mouse and finger, over the plot and no longer, while the page still scrolls", async () => {
    const { page, slider, place, title } = await chart({ hasTouch: true, width: 400 });
    const box = (await slider.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.move(box.x + 1, box.y + 50);
    expect(await place()).toBe(1);
    expect(await title()).toContain("Oct 23|$80,000");
    await page.mouse.move(box.x + box.width / 2, box.y + 300);
    await expect.poll(title).toContain("30 days");
    await page.touchscreen.tap(box.x + box.width - 1, box.y + 50);
    expect(await place()).toBe(30);
    expect(await slider.evaluate((element) => getComputedStyle(element).touchAction)).toBe("pan-y");
  });

  test("has a table of the days for screen readers, and nothing to stop at where there are none", async () => {
    const { page } = await chart();
    expect(await page.locator("[data-nhci-widget] tr:has(td)").count()).toBe(30);
    const site = await widgetSite();
    site.api.history = { body: { ok: true, data: [] } };
    const empty = await visitHosts(open, CHART, { head: HEAD, site });
    await empty.page.getByText("72.4").waitFor();
    expect(await empty.page.locator("[role=slider]").isVisible()).toBe(false);
  });

  test("goes on at the same day, with the focus, when there is a newer score", async () => {
    const site = await widgetSite();
    const prepare = (fresh: Page) => fresh.clock.install();
    const { page } = await visitHosts(open, CHART, { head: HEAD, site, prepare });
    await page.locator("[role=slider]").waitFor();
    await page.route("**/api/**", (route) => route.continue());
    await page.keyboard.press("Tab");
    await page.keyboard.press("Home");
    site.api.current = { body: currentBody({ score: 75.5 }) };
    await page.clock.runFor(62_000);
    await page.getByText("75.5").first().waitFor();
    await page.keyboard.press("ArrowRight");
    expect(await page.locator("[role=slider]").getAttribute("aria-valuenow")).toBe("2");
  });
});
