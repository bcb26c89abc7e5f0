import { expect, test } from "vitest";
import { browserSuite } from "../support/browser.js";
import { foreignPage } from "../support/foreign-page.js";
import { currentBody, PUBLIC_SITE, servedScript, visitHosts, widgetSite } from "./widget-site.js";

const BADGE = "<p data-nhci-badge></p>";
const CHART = "<div data-nhci-widget></div>";

browserSuite("hosts of widgets", (open) => {
  test.each([
    ["in the head", (src: string) => [`<script src="${src}"></script>`, ""]],
    ["as a module", (src: string) => [`<script type="module" src="${src}"></script>`, ""]],
    [
      "by another script",
      (src: string) => [
        "",
        `<script>document.head.append(Object.assign(document.createElement("script"), { src: "${src}" }))</script>`,
      ],
    ],
  ])("are served by a script %s", async (_how, tags) => {
    const site = await widgetSite();
    const [head, end] = tags(`${site.origin}/embed/nhci-badge.js`);
    const page = await open();
    await page.goto((await foreignPage({ html: `<!doctype html><head>${head}</head><body>${BADGE}${end}` })).url);
    await page.getByText("72.4").waitFor();
    expect(site.asked).toEqual(["/api/public/nhci"]);
  });

  test.each([
    ["is imported by another script", `<script>import("/mine/nhci-badge.js")</script>`],
    ["was copied to another place", `<script src="/mine/nhci-badge.js"></script>`],
  ])("ask the publisher's site where the script %s", async (_how, tag) => {
    const page = await open();
    await page.route(`${PUBLIC_SITE}/**`, (route) =>
      route.fulfill({ json: currentBody({ score: 12.3 }), headers: { "access-control-allow-origin": "*" } }),
    );
    await page.route("**/mine/*", (route) =>
      route.fulfill({ body: servedScript("nhci-badge.js"), contentType: "text/javascript" }),
    );
    await page.goto((await foreignPage({ html: `<body>${BADGE}${tag}` })).url);
    await page.getByText("12.3").waitFor();
  });

  test("show what the server wrote into them until the script comes, and keep it for a framework", async () => {
    const site = await widgetSite();
    const page = await open();
    const inside = '<a href="https://peak.example/">Peak Cycle Index</a>';
    await page.goto((await foreignPage({ html: `<body><div data-nhci-badge>${inside}</div>` })).url);
    expect(await page.getByText("Peak Cycle Index").isVisible()).toBe(true);
    await page.addScriptTag({ url: `${site.origin}/embed/nhci-badge.js` });
    await page.getByText("72.4").waitFor();
    expect(await page.locator("body > div > a").isVisible()).toBe(false);
    expect(await page.locator("body > div").innerHTML()).toBe(inside);
  });

  test("are found by id and by attribute, now and later, deep inside of what is added, and when they become one", async () => {
    const { page } = await visitHosts(open, `<div id="nhci-widget"></div><i></i>`);
    await page.evaluate(() => {
      const box = document.createElement("main");
      box.append(document.createElement("div"), document.createElement("div"));
      box.children[0]?.setAttribute("data-nhci-widget", "");
      document.body.append(box);
      box.children[1]?.setAttribute("data-nhci-badge", "");
    });
    await expect.poll(() => page.getByText("72.4").count()).toBe(3);
  });

  test("stay what they are when they are moved, and end when they are removed or are hosts no more", async () => {
    const { page, site } = await visitHosts(open, `<div id="a"></div>${BADGE}<div data-nhci-badge></div>`);
    await expect.poll(() => page.getByText("72.4").count()).toBe(2);
    await page.evaluate(() => {
      const [first, second] = document.querySelectorAll("[data-nhci-badge]");
      document.querySelector("#a")?.append(first as Element);
      second?.removeAttribute("data-nhci-badge");
    });
    await expect.poll(() => page.getByText("72.4").count()).toBe(1);
    await page.evaluate(() => {
      const host = document.querySelector("[data-nhci-badge]");
      host?.remove();
      (window as unknown as { kept: unknown }).kept = host;
    });
    const inside = () =>
      page.evaluate(() => (window as unknown as { kept: Element }).kept.shadowRoot?.firstElementChild?.localName);
    await expect.poll(inside).toBe("slot");
    await page.evaluate(() => document.body.append((window as unknown as { kept: Element }).kept));
    await page.getByText("72.4").waitFor();
    expect(site.asked).toEqual(["/api/public/nhci"]);
  });

  test("end without an error when they are moved to another document, and begin again when they are back", async () => {
    const { page, faults } = await visitHosts(open, `<iframe></iframe>${BADGE}`);
    await page.getByText("72.4").waitFor();
    const inside = await page.evaluate(async () => {
      const host = document.querySelector("[data-nhci-badge]") as Element;
      const { childNodes } = host.shadowRoot as ShadowRoot;
      document.querySelector("iframe")?.contentDocument?.body.append(host);
      while (childNodes[0]?.nodeName !== "SLOT") await new Promise((look) => setTimeout(look, 50));
      document.body.append(host);
      return childNodes.length;
    });
    expect(inside).toBe(1);
    await page.getByText("72.4").waitFor();
    expect(faults).toEqual([]);
  });

  test("a host with a shadow root of someone else, and a tag that can have none, are left alone without an error", async () => {
    const taken = `<div data-nhci-badge></div><script>document.querySelector("div").attachShadow({ mode: "open" }).append("theirs")</script>`;
    const { page, faults } = await visitHosts(open, `${taken}<img data-nhci-badge alt="">${BADGE}`);
    await page.getByText("72.4").waitFor();
    expect(await page.evaluate(() => document.querySelector("div")?.shadowRoot?.textContent)).toBe("theirs");
    expect(faults).toEqual([]);
  });

  test("fifty mounts and unmounts leave no listener, no element and no request behind", async () => {
    const { page, site, faults } = await visitHosts(open, "<main></main>");
    const session = await page.context().newCDPSession(page);
    /** What a timer, an observer or a listener still holds stays alive with it. */
    const alive = async () => {
      await session.send("HeapProfiler.collectGarbage");
      const { nodes, jsEventListeners } = await session.send("Memory.getDOMCounters");
      return nodes + jsEventListeners;
    };
    const mount = (times: number) =>
      page.evaluate(
        async ({ html, count }) => {
          const main = document.querySelector("main") as Element;
          const turn = () => new Promise((next) => setTimeout(next));
          for (let i = 0; i < count; i++) {
            main.innerHTML = html;
            await turn();
            main.replaceChildren();
            await turn();
          }
        },
        { html: CHART + BADGE, count: times },
      );
    await mount(2);
    const before = await alive();
    await mount(50);
    await expect.poll(alive).toBeLessThan(before + 50); // a single thing that each mount leaves would be 100
    expect(site.asked.length).toBeLessThanOrEqual(6);
    expect(faults).toEqual([]);
  });
});
