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

/** What the model is made of, whatever it is made of. None of it is for the public. */
const INNER_NAMES = [...Object.keys(new BitcoinTracks()), "fng", "coverage"];

/** The one word of them that the public is told: how much of the model had data. */
const TOLD = "coverage";

/** A known indicator that the record sets beside the score; its figures are not those of the component. */
const BASELINE = '"mvrv"';

/** What the site sends at each of some paths. */
async function answers({ ask }: SampleSite, paths: readonly string[]) {
  return Promise.all(paths.map(async (path) => ({ path, text: await (await ask(path)).text() })));
}

const SAMPLE = sampleSite();
const DESCRIBED = [...SAMPLE.app.docs].filter(([path]) => !path.startsWith("/sandbox/"));

/** All data, as they are sent. */
const DATA = await answers(
  SAMPLE,
  DESCRIBED.flatMap(([path, { tag }]) => (tag === "score" || tag === "data" ? [path] : [])),
);

test.each(DATA)("$path says nothing of indicators and weights", ({ text }) => {
  expect(text.length).toBeGreaterThan(4);
  expect(innerNamesIn(text.replace(`"${TOLD}"`, "").replaceAll(BASELINE, ""))).toEqual([]);
});

test.each([
  ["the front page", homePage.draw(SAMPLE_CONFIG, "en", { ...shown(), measures: {} })],
  ["the front page before the first score", homePage.draw(SAMPLE_CONFIG, "en", { firstStart: undefined })],
  [
    "the page about the API",
    docsPage.draw(SAMPLE_CONFIG, "en", DOCUMENTS.api).replaceAll(TOLD, "").replaceAll("mvrv", ""),
  ],
])("%s says nothing of indicators and weights", (_what, text) => {
  expect(text.length).toBeGreaterThan(100);
  expect(innerNamesIn(text)).toEqual([]);
});

test("the front page shows measures, and no widget, picture, feed, page or data holds a name or a value of them", async () => {
  const embeds = DESCRIBED.flatMap(([path, { tag }]) => (tag === "embeds" ? [path] : []));
  const pages = PAGES.flatMap((page) => languagesOf(page).map((language) => pagePath(page, language)));
  const [one, other] = await Promise.all(
    [12.3, 65.4].map((mvrv) => {
      const site = sampleSite();
      site.published.show({ measures: { mvrv, thermo: 98.7, plaw: 45.6, ma200w: 32.1 } });
      return answers(site, [...DESCRIBED.map(([path]) => path), ...pages]);
    }),
  );
  const differing = one?.filter(({ text }, i) => text !== other?.[i]?.text).map(({ path }) => path);
  expect(differing).toEqual(LANGUAGES.map((language) => pagePath("home", language)));
  const sent = one?.filter(({ path }) => embeds.includes(path)) ?? [];
  const drawn = filesBelow().filter((path) => /^packages\/(drawing|widgets)\/src\//.test(path));
  const texts = [...sent, ...drawn.map((path) => ({ path, text: readText(path) }))];
  expect([sent.length > 8, drawn.length > 30]).toEqual([true, true]);
  for (const { path, text } of texts) {
    expect(
      MEASURE_WORDS.filter((word) => text.toLowerCase().includes(word)),
      path,
    ).toEqual([]);
  }
});

/** How code, method and front page call the measures. */
const MEASURE_WORDS = [
  ...["mvrv", "thermo", "plaw", "ma200w", "power law", "realized value", "200-week"],
  ...["what holders paid", "what miners were paid", "long-run trend", "average of four years"],
];

function innerNamesIn(text: string): readonly string[] {
  return INNER_NAMES.filter((name) => text.toLowerCase().includes(name));
}
