import type { Page } from "playwright-core";

declare global {
  interface Window {
    layoutShifts?: string[];
  }
}

/** As the Layout Instability specification has it; unknown to the compiler's library. */
interface Shift extends PerformanceEntry {
  readonly value: number;
  readonly sources: readonly { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

/** Notes every layout shift of the pages that are opened from now on. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: string[] = [];
    window.layoutShifts = shifts;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as Shift;
        const moves = sources.map(({ node, previousRect: from, currentRect: to }) => {
          const what = node?.nodeName.toLowerCase() ?? "something";
          return `${what} from ${from.x},${from.y} to ${to.x},${to.y}`;
        });
        shifts.push(`${value.toFixed(5)}: ${moves.join("; ")}`);
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** What was noted so far, after the frame that is being drawn. */
export async function shiftsOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
    await frame();
    await frame();
    return window.layoutShifts ?? ["nothing watches"];
  });
}

/** Forgets what was noted so far. */
export async function forgetShifts(page: Page): Promise<void> {
  await shiftsOf(page);
  await page.evaluate(() => window.layoutShifts?.splice(0));
}
