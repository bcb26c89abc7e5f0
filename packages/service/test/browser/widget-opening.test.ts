import { expect, test } from "vitest";
import { browserSuite } from "../support/browser.js";
import { visitHosts } from "./widget-site.js";

const HOSTS = "<div data-nhci-widget>own chart</div><div data-nhci-badge>own badge</div>";

/** What a page may have taken away before a script of ours comes. */
const TAKEN = [
  "window.matchMedia = undefined",
  "window.CSSStyleSheet = class { constructor() { throw new TypeError() } }",
  "window.getComputedStyle = () => { throw new Error('taken') }",
  "Object.defineProperty(window, Symbol.for('peak.api.1'), { get() { throw new Error('taken') } })",
];

/** What a page may have changed that a widget does not need. */
const CHANGED = [
  "JSON.stringify = () => { throw new Error('changed') }",
  "Array.prototype.toJSON = () => 1; Object.prototype.toJSON = () => 1",
];

browserSuite("a widget in a page that changed the platform", (open) => {
  test.each(TAKEN)("leaves what the page wrote into its host where it cannot begin: %s", async (script) => {
    const { page, faults } = await visitHosts(open, `<script>${script}</script>${HOSTS}`, { head: "<!doctype html>" });
    await page.waitForTimeout(600); // one look
    expect(await page.getByText("own chart").isVisible()).toBe(true);
    expect(await page.getByText("own badge").isVisible()).toBe(true);
    expect(faults).toEqual([]);
  });

  test.each(CHANGED)("is drawn all the same: %s", async (script) => {
    const { page, faults } = await visitHosts(open, `<script>${script}</script>${HOSTS}`, { head: "<!doctype html>" });
    await expect.poll(() => page.locator("[textLength]").count()).toBe(2);
    expect(faults).toEqual([]);
  });
});
