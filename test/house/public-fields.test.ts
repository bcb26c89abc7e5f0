/** The API, widgets and pictures must not reveal the model's indicators or their values. */

import { LANGUAGES } from "peak-cycle-drawing";
import { expect, test } from "vitest";
import { BitcoinTracks } from "../../packages/model/src/engine/components.js";
import { languagesOf, PAGES, pagePath } from "../../packages/service/src/pages/site.js";
import { type SampleSite, sampleSite } from "../../packages/service/test/support/sample-site.js";

const INDICATORS = [...Object.keys(new BitcoinTracks()), "fng", "coverage"];

/**
 * Public names: how much of the model had data, and a well-known indicator that the record compares with. `/meta` names
 * its sources, but its values are not public.
 */
const PUBLIC = /("|&quot;|>)(coverage|mvrv)("|&quot;|<)/gi;

/** Keys, hashes and signatures are random letters, so any short name may occur in them. */
const RANDOM = /[\w+/-]{40,}/g;

const SAMPLE = sampleSite();
const DESCRIBED = [...SAMPLE.app.docs];
const pathsOf = (...tags: readonly string[]) =>
  DESCRIBED.flatMap(([path, { tag }]) => (tags.includes(tag) ? [path] : []));

function responses({ ask }: SampleSite, paths: readonly string[]) {
  return Promise.all(paths.map(async (path) => ({ path, text: await (await ask(path)).text() })));
}

const UNMEASURED = sampleSite();
UNMEASURED.published.show({ positions: {} });
const EMPTY = sampleSite({ isEmpty: true });

test.each([
  ...(await responses(SAMPLE, [...pathsOf("score", "data", "embeds"), "/docs"])),
  ...(await responses(UNMEASURED, ["/"])),
  ...(await responses(EMPTY, ["/"])),
])("$path names no indicator of the model", ({ text }) => {
  expect(text.length).toBeGreaterThan(4);
  const words = text.replaceAll(PUBLIC, "").replaceAll(RANDOM, "").toLowerCase();
  expect(INDICATORS.filter((name) => words.includes(name))).toEqual([]);
});

test("only the front page depends on the positions of the indicators", async () => {
  const pages = PAGES.flatMap((page) => languagesOf(page).map((language) => pagePath(page, language)));
  const [one = [], other = []] = await Promise.all(
    [12.3, 65.4].map((mvrv) => {
      const site = sampleSite();
      site.published.show({ positions: { mvrv, thermo: 98.7, plaw: 45.6, ma200w: 32.1 } });
      return responses(site, [...DESCRIBED.map(([path]) => path), ...pages]);
    }),
  );
  const differing = one.filter(({ text }, i) => text !== other[i]?.text).map(({ path }) => path);
  expect(differing).toEqual(LANGUAGES.map((language) => pagePath("home", language)));
});
