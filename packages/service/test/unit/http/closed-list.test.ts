import fc from "fast-check";
import { LANGUAGES, sizesOf, THEMES } from "peak-cycle-drawing";
import { expect, test } from "vitest";
import { ResponseCache } from "../../../src/http/responses.js";
import { languagesOf, PAGES, pagePath } from "../../../src/pages/site.js";
import { sampleSite } from "../../support/sample-site.js";

/** A cache with room for every response, so that none is evicted. */
const answers = new ResponseCache(10_000);
const site = sampleSite({ config: { hasCryptoAsset: true }, responses: answers });
const PATHS = [
  ...site.app.docs.keys(),
  "/embed/nhci.json",
  "/embed/nhci-cycle.json",
  ...PAGES.flatMap((page) => languagesOf(page).map((language) => pagePath(page, language))),
];

/** Words that some path understands. */
const WORDS = [...THEMES, ...LANGUAGES, ...sizesOf("chart"), "flat", "btc", "crypto", "all", "cycle", "1y", "30d"];
const NAMES = ["size", "theme", "lang", "asset", "style", "range", "from", "to", "q", "__proto__"];

type Query = readonly (readonly [name: string, text: string])[];

/** Parameters of any name with such texts, each name once. */
function queryOf(text: fc.Arbitrary<string>): fc.Arbitrary<Query> {
  return fc.uniqueArray(fc.tuple(fc.constantFrom(...NAMES), text), { selector: ([name]) => name, maxLength: 5 });
}

const understood = queryOf(fc.constantFrom(...WORDS));
const unknown = queryOf(fc.string({ maxLength: 12 }).filter((text) => !WORDS.includes(text.toLowerCase().trim())));

const paths = fc.constantFrom(...PATHS);
const textOf = (query: Query) => new URLSearchParams(query.map(([name, text]) => [name, text])).toString();

test("a parameter with an unknown value makes no response of its own", async () => {
  await fc.assert(
    fc.asyncProperty(paths, understood, unknown, async (path, known, more) => {
      await site.get(`${path}?${textOf(known)}`);
      const before = answers.size;
      const named = known.map(([name]) => name);
      const mixed = [...more.filter(([name]) => !named.includes(name)), ...known];
      const { status } = await site.get(`${path}?${textOf(mixed)}`);
      expect([200, 404, 429, 503]).toContain(status);
      expect(answers.size).toBe(before);
    }),
    { numRuns: 700 },
  );
  expect(answers.size, "responses are kept for most paths").toBeGreaterThan(PATHS.length / 2);
});
