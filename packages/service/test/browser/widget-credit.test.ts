import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { browserSuite, type OpenPage } from "../support/browser.js";
import { attributionsSeen } from "../support/widget-page.js";
import { visitHosts, widgetSite } from "./widget-site.js";

const LINE = "Peak Cycle Index by Peak · peak.example";

const HOSTS = [
  ["chart", `<div data-nhci-widget id="host"></div>`],
  ["badge", `<div data-nhci-badge id="host"></div>`],
  ["chart of crypto", `<div data-nhci-widget data-asset="crypto" id="host"></div>`],
  ["badge of crypto", `<div data-nhci-badge data-asset="crypto" id="host"></div>`],
] as const;

/** What a page may do to the line that got hold of the shadow root. */
const ATTACKS: readonly (readonly [string, (root: ShadowRoot) => void])[] = [
  ["removed", (root) => root.querySelector("a")?.parentElement?.remove()],
  ["removed with all the rest", (root) => root.replaceChildren()],
  ["emptied", (root) => root.querySelector("a")?.parentElement?.replaceChildren()],
  ["rewritten", (root) => root.querySelector("a")?.firstChild?.replaceWith("mine.example")],
  ["linked elsewhere", (root) => root.querySelector("a")?.setAttribute("href", "https://mine.example")],
  ["hidden by an attribute", (root) => root.querySelector("a")?.parentElement?.setAttribute("hidden", "")],
  ["hidden by a style attribute", (root) => root.querySelector("a")?.parentElement?.setAttribute("style", "opacity:0")],
  [
    "hidden by a style element",
    (root) => {
      const style = document.createElement("style");
      style.textContent = "p{clip-path:inset(50%)!important}";
      root.append(style);
    },
  ],
  [
    "covered",
    (root) => {
      const cover = document.createElement("div");
      cover.style.cssText = "position:absolute;inset:0;background:#fff";
      root.append(cover);
    },
  ],
];

browserSuite("the attribution of a widget", (open) => {
  test.each(HOSTS)("comes back in a %s, whatever the page does to it", async (_kind, html) => {
    const { page, insideText } = await shown(open, html);
    const before = await insideText();
    expect(before).toContain(LINE);
    for (const [what, attack] of ATTACKS) {
      await page.reload(); // repairs are counted until the next answer
      await wholeWidget(page);
      await page.evaluate(`(${attack})(document.querySelector("#host").shadowRoot)`);
      await page.evaluate(() => undefined);
      expect(await insideText(), what).toBe(before);
      expect(await page.locator("#host a").getAttribute("href"), what).toBe("https://peak.example");
      expect(await attributionsSeen(page), what).toEqual([LINE]);
    }
  });

  test.each(HOSTS)(
    "comes back in a %s when the page puts a style sheet of its own on, with the next update",
    async (_kind, html) => {
      const { page } = await shown(open, html);
      // In one go: the host gets lower, and the next frame already brings an update.
      const isSeen = await page.evaluate(() => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync("p{display:none!important}");
        const root = document.querySelector("#host")?.shadowRoot;
        root?.adoptedStyleSheets.push(sheet);
        root?.adoptedStyleSheets[0]?.insertRule("a{opacity:0!important}");
        return root?.querySelector("a")?.checkVisibility();
      });
      expect(isSeen).toBe(false);
      await page.clock.runFor(61_000);
      await expect.poll(() => attributionsSeen(page)).toEqual([LINE]);
    },
  );

  test.each(HOSTS)("is not cut off in a %s whose host is made lower", async (_kind, html) => {
    const { page, insideText } = await shown(open, html);
    await page.addStyleTag({ content: "#host{height:60px!important;max-height:60px;overflow:hidden}" });
    expect(await attributionsSeen(page)).toEqual([LINE]);
    expect(await insideText()).toMatch(new RegExp(`${LINE}$`));
    expect(await page.locator("#host").evaluate((host) => host.clientHeight)).toBeGreaterThan(60);
  });

  test("stands where scripts of a page do not reach, in a closed shadow root", async () => {
    const watch = `<script>
      const { attachShadow } = Element.prototype;
      window.modes = [];
      Element.prototype.attachShadow = function (init) {
        window.modes.push(init.mode);
        return attachShadow.call(this, init);
      };
    </script>`;
    const hosts = HOSTS.map(([, html]) => html).join("");
    const { page } = await visitHosts(open, watch + hosts);
    const modes = () => page.evaluate(() => (window as unknown as { modes: readonly string[] }).modes);
    await expect.poll(modes).toEqual(HOSTS.map(() => "closed"));
  });

  test.each(HOSTS.slice(0, 1))(
    "is all that is left of a %s against a page that never stops, until the next answer",
    async (_kind, html) => {
      const { page, insideText } = await shown(open, html);
      const rounds = await page.evaluate(async () => {
        const root = document.querySelector("#host")?.shadowRoot as ShadowRoot;
        let count = 0;
        const fight = new MutationObserver(() => {
          const line = root.querySelector("a")?.parentElement;
          if (line && root.querySelector("section,hr") && count++ < 1000) line.remove();
        });
        fight.observe(root, { childList: true, subtree: true });
        root.querySelector("a")?.parentElement?.remove();
        for (let turn = 0; turn < 100; turn++) await Promise.resolve();
        fight.disconnect();
        return count;
      });
      expect(rounds).toBeLessThan(10);
      expect(await insideText()).toBe(LINE);
      await page.clock.runFor(61_000);
      await expect.poll(insideText).toContain("72.4");
    },
  );
});

async function shown(open: OpenPage, html: string) {
  const site = await widgetSite(true);
  const { page } = await visitHosts(open, html, { site, prepare: (fresh) => fresh.clock.install() });
  await wholeWidget(page);
  const insideText = () => page.locator("#host div").first().textContent();
  return { site, page, insideText };
}

async function wholeWidget(page: Page): Promise<void> {
  await page.getByText("72.4").first().waitFor();
  await page.waitForFunction(() => document.querySelector("#host")?.shadowRoot?.querySelector("td,hr"));
}
