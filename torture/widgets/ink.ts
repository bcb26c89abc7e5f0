import type { Page } from "playwright-core";
import { PNG } from "pngjs";
import type { IsolatedWorld } from "./isolated-world.js";

/** Pixels of a host that a reader sees because of a part of it. */
export interface Ink {
  readonly score: number;
  readonly line: number;
}

/** Inside of a shadow root. */
const PARTS = { score: "div > :not(:has(a))", line: "div > :has(a)" };
/** Of 255, in one channel: less is not seen. */
const MIN_DIFFERENCE = 24;
const ROOTS = `[...document.querySelectorAll("[data-torture]")].map((host) => host.shadowRoot).filter((root) => root)`;

/**
 * How many pixels of the page change around each host when score or attribution are made invisible: what a reader really
 * sees of them, however a page hides it. The page's time stands still, so that nothing of ours draws meanwhile.
 */
export async function inkOfHosts(page: Page, isolated: IsolatedWorld): Promise<readonly Ink[]> {
  const places = await isolated.run<readonly Place[]>(
    `[...document.querySelectorAll("[data-torture]")].map((host) => {
      const { left, top, right, bottom } = host.closest("section").getBoundingClientRect();
      return { left, top: top - 50, right, bottom: bottom + 50 }; })`,
  );
  const whole = await picture(page);
  const without = async (selector: string): Promise<PNG> => {
    const rule = `:host ${selector}, :host ${selector} *{visibility:hidden!important}`;
    await isolated.run(
      `(() => { const sheet = new CSSStyleSheet(); sheet.replaceSync(${JSON.stringify(rule)});
        for (const root of ${ROOTS}) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]; })()`,
    );
    const seen = await picture(page);
    await isolated.run(
      `void ${ROOTS}.forEach((root) => { root.adoptedStyleSheets = [...root.adoptedStyleSheets].slice(0, -1); })`,
    );
    return seen;
  };
  const [noScore, noLine] = [await without(PARTS.score), await without(PARTS.line)];
  return places.map((place) => {
    return { score: differing(whole, noScore, place), line: differing(whole, noLine, place) };
  });
}

interface Place {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

async function picture(page: Page): Promise<PNG> {
  return PNG.sync.read(await page.screenshot({ animations: "allow", caret: "initial" }));
}

function differing(one: PNG, other: PNG, { left, top, right, bottom }: Place): number {
  let count = 0;
  for (let y = Math.max(0, Math.floor(top)); y < Math.min(one.height, bottom); y++) {
    for (let x = Math.max(0, Math.floor(left)); x < Math.min(one.width, right); x++) {
      const at = 4 * (y * one.width + x);
      const by = [0, 1, 2].map((channel) => Math.abs((one.data[at + channel] ?? 0) - (other.data[at + channel] ?? 0)));
      if (Math.max(...by) >= MIN_DIFFERENCE) count++;
    }
  }
  return count;
}
