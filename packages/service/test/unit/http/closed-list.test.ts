import fc from "fast-check";
import { LANGUAGES, sizesOf, THEMES } from "peak-cycle-drawing";
import { expect, test } from "vitest";
import { ResponseCache } from "../../../src/http/responses.js";
import { languagesOf, PAGES, pagePath } from "../../../src/pages/site.js";
import { sampleSite } from "../../support/sample-site.js";

/** A cache with room for every response, so that none is evicted. */
const answers = new ResponseCache(10_000);
const site = sampleSite({ config: { cryptoAsset: true }, responses: answers });
const PATHS = [
  ...site.app.docs.keys(),
  "/embed/nhci.json",
  "/embed/nhci-cycle.json",
  ...PAGES.flatMap((page) => languagesOf(page).map((language) => pagePath(page, language))),
];

/** Words that some path understands, and words that none does. */
const word = fc.oneof(
  fc.constantFrom(...THEMES, ...LANGUAGES, ...sizesOf("chart"), "flat", "btc", "crypto", "all", "cycle", "1y", "30d"),
  fc.string({ maxLength: 12 }),
);
const name = fc.constantFrom("size", "theme", "lang", "asset", "style", "range", "from", "to", "q", "__proto__");
const query = fc.array(fc.tuple(name, word), { maxLength: 5 }).map((pairs) => new URLSearchParams(pairs).toString());

test("query parameters select only known variants", async () => {
  const kept = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...PATHS), query, async (path, text) => {
      const before = answers.size;
      const { status } = await site.get(`${path}?${text}`);
      expect([200, 404, 429, 503]).toContain(status);
      kept.set(path, (kept.get(path) ?? 0) + answers.size - before);
    }),
    { numRuns: 1500 },
  );
  expect(answers.size).toBeGreaterThan(PATHS.length / 2);
  for (const [path, variants] of kept) {
    const isChosen = /^\/(embed\/nhci|..\/embed|embed$|..$|$)/.test(path);
    expect([path, variants <= (isChosen ? 240 : 1)]).toEqual([path, true]);
  }
});
