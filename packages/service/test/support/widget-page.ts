import type { Page } from "playwright-core";
import { expect } from "vitest";
import { hostsOf } from "./host-page.js";

const ALL = `${hostsOf("chart")}, ${hostsOf("badge")}`;
const SCORE = /\d+[.,]\d/;

/** Resolves when so many widgets of a page show a score. */
export async function scoreShown(page: Page, widgets: number): Promise<void> {
  await page
    .locator(ALL)
    .filter({ hasText: SCORE })
    .nth(widgets - 1)
    .waitFor();
}

/** Resolves when so many widgets show something, with a score or without. */
export async function drawn(page: Page, widgets: number): Promise<void> {
  const hosts = page.locator(ALL).filter({ has: page.locator("a[href]") });
  await hosts.nth(widgets - 1).waitFor();
}

/** What a visitor reads when the last refresh failed. */
const UNREACHABLE = /▲ \d\d:\d\d UTC|▲ \d+ h old|Waiting for/;

/** Resolves when exactly so many widgets say that the API cannot be reached. */
export async function notesShown(page: Page, widgets: number): Promise<void> {
  await expect.poll(() => page.locator(ALL).filter({ hasText: UNREACHABLE }).count()).toBe(widgets);
}

/** How many widgets show a score and do not say that the API cannot be reached. */
export async function recoveredWidgets(page: Page): Promise<number> {
  return page.locator(ALL).filter({ hasText: SCORE, hasNotText: UNREACHABLE }).count();
}

/** The attribution lines that a visitor can see: drawn, of a readable size, not transparent, not covered. */
export async function attributionsSeen(page: Page): Promise<readonly string[]> {
  return page.locator(ALL).evaluateAll((hosts) =>
    hosts.flatMap((host) => {
      const credit = host.shadowRoot?.querySelector("a[href]")?.parentElement;
      if (credit == null) return [];
      credit.scrollIntoView();
      const { left, top, width, height } = credit.getBoundingClientRect();
      const isReadable =
        height >= 10 && width >= 100 && credit.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      const onTop = host.shadowRoot?.elementFromPoint(left + 4, top + height / 2);
      return isReadable && onTop != null && credit.contains(onTop) ? [credit.textContent.trim()] : [];
    }),
  );
}
