/** The API, widgets and pictures must not reveal the model's indicators or their values. */

import { LANGUAGES } from "peak-cycle-drawing";
import { expect, test } from "vitest";
import { BitcoinTracks } from "../../packages/model/src/engine/components.js";
import { docsPage } from "../../packages/service/src/pages/document.js";
import { homePage } from "../../packages/service/src/pages/home/home.js";
import { languagesOf, PAGES, pagePath } from "../../packages/service/src/pages/site.js";
import { type SampleSite, sampleSite } from "../../packages/service/test/unit/http/sample-site.js";
import { SAMPLE_CONFIG } from "../../packages/service/test/unit/http/samples.js";
import { DOCUMENTS, shown } from "../../packages/service/test/unit/pages/samples.js";
import { filesBelow, readText } from "./tree.js";

const INDICATORS = [...Object.keys(new BitcoinTracks()), "fng", "coverage"];

/** Public fields: how much of the model had data, and a well-known indicator that the record compares with. */
const PUBLIC = /("|&quot;|>)(coverage|mvrv)("|&quot;|<)/g;

/** How code, method and front page name the measures. */
const MEASURES = [
  ...["mvrv", "thermo", "plaw", "ma200w", "power law", "realized value", "200-week"],
  ...["what holders paid", "what miners were paid", "long-run trend", "average of four years"],
];

const SAMPLE = sampleSite();
const DESCRIBED = [...SAMPLE.app.docs].filter(([path]) => !path.startsWith("/sandbox/"));
const pathsOf = (...tags: readonly string[]) =>
  DESCRIBED.flatMap(([path, { tag }]) => (tags.includes(tag) ? [path] : []));

function responses({ ask }: SampleSite, paths: readonly string[]) {
  return Promise.all(paths.map(async (path) => ({ path, text: await (await ask(path)).text() })));
}

const wordsIn = (text: string, words: readonly string[]) => words.filter((word) => text.toLowerCase().includes(word));

test.each([
  ...(await responses(SAMPLE, pathsOf("score", "data"))),
  { path: "the front page", text: homePage.draw(SAMPLE_CONFIG, "en", { ...shown(), measures: {} }) },
  { path: "the front page before a score", text: homePage.draw(SAMPLE_CONFIG, "en", { firstStart: undefined }) },
  { path: "the page about the API", text: docsPage.draw(SAMPLE_CONFIG, "en", DOCUMENTS.api) },
])("$path names no indicator of the model", ({ text }) => {
  expect(text.length).toBeGreaterThan(4);
  expect(wordsIn(text.replaceAll(PUBLIC, ""), INDICATORS)).toEqual([]);
});

test("only the front page depends on the values of the measures", async () => {
  const pages = PAGES.flatMap((page) => languagesOf(page).map((language) => pagePath(page, language)));
  const [one = [], other = []] = await Promise.all(
    [12.3, 65.4].map((mvrv) => {
      const site = sampleSite();
      site.published.show({ measures: { mvrv, thermo: 98.7, plaw: 45.6, ma200w: 32.1 } });
      return responses(site, [...DESCRIBED.map(([path]) => path), ...pages]);
    }),
  );
  const differing = one.filter(({ text }, i) => text !== other[i]?.text).map(({ path }) => path);
  expect(differing).toEqual(LANGUAGES.map((language) => pagePath("home", language)));
});

test("widgets and pictures, and their code, do not name the measures", async () => {
  const sent = await responses(SAMPLE, pathsOf("embeds"));
  const code = filesBelow().filter((path) => /^packages\/(drawing|widgets)\/src\//.test(path));
  expect([sent.length > 8, code.length > 30]).toEqual([true, true]);
  const texts = [...sent, ...code.map((path) => ({ path, text: readText(path) }))];
  expect(texts.flatMap(({ path, text }) => wordsIn(text, MEASURES).map((word) => `${path}: ${word}`))).toEqual([]);
});
