import type { IncomingMessage } from "node:http";
import { LANGUAGES } from "peak-cycle-drawing";
import { expect, test } from "vitest";
import { BitcoinTracks } from "../../packages/model/src/engine/components.js";
import type { Endpoint, EndpointDeps } from "../../packages/service/src/http/endpoint.js";
import { ENDPOINTS } from "../../packages/service/src/http/endpoints/all.js";
import { docsPage } from "../../packages/service/src/pages/document.js";
import { homePage } from "../../packages/service/src/pages/home/home.js";
import { pagePath } from "../../packages/service/src/pages/site.js";
import { sampleDeps } from "../../packages/service/test/unit/http/sample-deps.js";
import { SAMPLE_CONFIG } from "../../packages/service/test/unit/http/samples.js";
import { DOCUMENTS, shown } from "../../packages/service/test/unit/pages/samples.js";
import { filesBelow, readText } from "./tree.js";

/** What the model is made of, whatever it is made of. None of it is for the public. */
const INNER_NAMES = [...Object.keys(new BitcoinTracks()), "fng", "coverage"];

/** The one word of them that the public is told: how much of the model had data. */
const TOLD = "coverage";

/** A known indicator that the record sets beside the score; its figures are not those of the component. */
const BASELINE = '"mvrv"';

/** What each endpoint sends. */
async function answers(deps: EndpointDeps, endpoints: readonly Endpoint[]) {
  return Promise.all(
    endpoints.map(async ({ path, group, responder }) => {
      const { body } = await responder(deps)({ url: path, headers: {} } as IncomingMessage, path);
      return { path, group, text: String(body) };
    }),
  );
}

/** All data in the list of endpoints, as it is sent. */
const DATA = await answers(
  sampleDeps(),
  ENDPOINTS.filter(({ api }) => api?.tag === "score" || api?.tag === "data"),
);

test.each(DATA)("$path says nothing of indicators and weights", ({ text }) => {
  expect(text.length).toBeGreaterThan(4);
  expect(innerNamesIn(text.replace(`"${TOLD}"`, "").replaceAll(BASELINE, ""))).toEqual([]);
});

test.each([
  // A word of schema.org for the days that data span.
  ["the front page", homePage.draw(SAMPLE_CONFIG, "en", { ...shown(), measures: {} }).replace("temporalCoverage", "")],
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
  const [one, other] = await Promise.all(
    [12.3, 65.4].map((mvrv) => {
      const deps = sampleDeps();
      deps.published.show({ measures: { mvrv, thermo: 98.7, plaw: 45.6, ma200w: 32.1 } });
      return answers(deps, ENDPOINTS);
    }),
  );
  const differing = one?.filter(({ text }, i) => text !== other?.[i]?.text).map(({ path }) => path);
  expect(differing).toEqual(LANGUAGES.map((language) => pagePath("home", language)));
  const sent = one?.filter(({ group }) => group !== "page" && group !== "extra") ?? [];
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
