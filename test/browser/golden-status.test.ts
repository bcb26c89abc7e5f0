import { describe, test } from "vitest";
import { statusPage } from "../../src/site/status.js";
import { browserSuite } from "../support/browser.js";
import { expectGolden } from "../support/golden-picture.js";
import { sampleStatus, servedDay, servedDays } from "../unit/site/sample-status.js";
import { SITE } from "../unit/site/samples.js";

/** A year in which everything that can go wrong has gone wrong once. */
const YEAR = servedDays(366).map((day, daysLeft) => {
  const daysAgo = 365 - daysLeft;
  if (daysAgo === 340) return servedDay(daysAgo, {}, "backfill");
  if (daysAgo === 200) return servedDay(daysAgo, { scoredHours: 10, freshShare: 0.45 });
  if (daysAgo === 199) return servedDay(daysAgo, { scoredHours: 0, freshShare: 0, row: undefined });
  if (daysAgo === 198) return servedDay(daysAgo, { scoredHours: 14, freshShare: 0.6 }, "late");
  return daysAgo === 17 ? servedDay(daysAgo, { scoredHours: 21, freshShare: 0.99 }) : day;
});

browserSuite("golden pictures of a year of service", (open) => {
  describe.each(["light", "dark"] as const)("in %s colors", (colorScheme) => {
    test.each([
      ["en", 320],
      ["de", 400],
      ["en", 1200],
    ] as const)("in %s at %i px", async (language, width) => {
      const page = await open({ colorScheme, width });
      await page.setContent(statusPage.draw(SITE, language, sampleStatus({}, YEAR)));
      await page.addStyleTag({ content: '.head, .toc, .body > :not([aria-labelledby="served"]) { display: none }' }); // or they move it
      const year = page.locator('section[aria-labelledby="served"]');
      expectGolden(`status-year-${width}-${colorScheme}`, await year.screenshot({ animations: "disabled" }));
    });
  });
});
