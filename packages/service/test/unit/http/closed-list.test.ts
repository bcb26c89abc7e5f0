import fc from "fast-check";
import { LANGUAGES, sizesOf, THEMES } from "peak-cycle-drawing";
import { afterAll, expect, test, vi } from "vitest";
import { AnswerCache } from "../../../src/http/answers.js";
import { languagesOf, PAGES, pagePath } from "../../../src/pages/site.js";
import { sampleSite } from "./sample-site.js";

const respond = vi.spyOn(AnswerCache.prototype, "respond");
afterAll(() => respond.mockRestore());

const site = sampleSite({ config: { cryptoAsset: true } });
const PATHS = [
  ...site.app.docs.keys(),
  "/embed/nhci.json",
  "/embed/nhci-cycle.json",
  ...PAGES.flatMap((page) => languagesOf(page).map((language) => pagePath(page, language))),
];

/** Words that mean something to some path, and words that do to none. */
const word = fc.oneof(
  fc.constantFrom(...THEMES, ...LANGUAGES, ...sizesOf("chart"), "flat", "btc", "crypto", "all", "cycle", "1y", "30d"),
  fc.string({ maxLength: 12 }),
);
const name = fc.constantFrom("size", "theme", "lang", "asset", "style", "range", "from", "to", "q", "__proto__");
const query = fc.array(fc.tuple(name, word), { maxLength: 5 }).map((pairs) => new URLSearchParams(pairs).toString());

test("query parameters select only known variants", async () => {
  const asked = new Map<string, Set<string>>();
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...PATHS), query, async (path, text) => {
      respond.mockClear();
      const { status } = await site.get(`${path}?${text}`);
      expect([200, 404, 429, 503]).toContain(status);
      const variants = asked.get(path) ?? new Set();
      for (const [, , { variant = "" }] of respond.mock.calls) variants.add(variant);
      asked.set(path, variants);
    }),
    { numRuns: 1500 },
  );
  const isChosen = ([path]: readonly [string, ReadonlySet<string>]) =>
    /^\/(embed\/nhci|..\/embed|embed$|..$|$)/.test(path);
  for (const [path, variants] of asked) {
    expect([path, variants.size <= (isChosen([path, variants]) ? 240 : 1)]).toEqual([path, true]);
  }
});
