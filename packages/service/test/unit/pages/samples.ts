/** What the pages of a made-up site show, and the pages drawn of it. */
import { readFileSync } from "node:fs";
import type { CycleRange, Language } from "peak-cycle-drawing";
import { instantOf, utcDay, yearOf } from "peak-cycle-model";
import { API, documentHtml, METHOD } from "../../../../../tools/document-html.js";
import { attributionPage } from "../../../src/pages/attribution.js";
import { cyclePast } from "../../../src/pages/cycle-past.js";
import { docsPage, methodPage } from "../../../src/pages/document.js";
import { embedPage } from "../../../src/pages/embed.js";
import { homePage } from "../../../src/pages/home/home.js";
import type { HomeView } from "../../../src/pages/home/home-view.js";
import { plainText, trustedHtml } from "../../../src/pages/html.js";
import { recordPage } from "../../../src/pages/record/record.js";
import type { Page } from "../../../src/pages/site.js";
import { statusPage } from "../../../src/pages/status.js";
import { SAMPLE_RECORD } from "../../support/sample-record.js";
import { SAMPLE_CONFIG, sampleRows, sampleSnapshot } from "../http/samples.js";
import { sampleStatus } from "./sample-status.js";

/** A site whose name would be markup if it were not escaped. */
export const SITE = { ...SAMPLE_CONFIG, indexName: `Cycle "<One>"`, baseUrl: new URL("https://peak.example/") };

export const EMBED = { choice: { theme: "auto", size: "md", asset: "btc" } as const, pictureSeconds: 300 };

export const ROWS = [
  {
    ...{ source: "a", title: "A", name: "Source: <A>", gives: "closes since 2010-07-18", link: "https://a.example" },
    license: "CC (https://cc.example/by/4.0/): named.",
  },
  { source: "b", title: "B", name: "B", gives: "dominance", link: "javascript:alert(1)", license: "none found" },
];

const document = (name: string) => readFileSync(new URL(`../../../../../docs/${name}`, import.meta.url), "utf8");

/** The texts of `/method` and `/docs`. */
export const DOCUMENTS = {
  method: documentHtml(document("method.md"), METHOD),
  api: documentHtml(document("api.md"), API),
};

const { score, market } = sampleSnapshot();

/** What the front page shows. */
export function shown(): HomeView {
  return {
    ...{ score, market, sources: [], changes: [-0.5, -7.9], nextScoreAt: instantOf("2026-11-21T08:05:00Z") },
    measures: { mvrv: 49.2127, thermo: 79.0127, plaw: 34.4127, ma200w: 26.6127 },
    settled: { phase: "BULL", since: utcDay("2026-11-10"), days: 12 },
  };
}

const KRAKEN = { source: "kraken", title: "Kraken", name: "Kraken <K>", link: "https://www.kraken.com" };

/** The same with the past of the sample record, and with a source to be credited. */
export function shownWhole(range: CycleRange = "all"): HomeView {
  const past = cyclePast(SAMPLE_RECORD, sampleRows(), score);
  const turns = past?.turns.map(({ kind, day, score: reading }) => ({ kind, year: yearOf(day), score: reading }));
  const sources = [{ ...KRAKEN, gives: "prices", license: "-" }];
  return { ...shown(), sources, turns, whole: past && { past, range } };
}

/** Any page of the sample site, or of another. */
export function drawPage(page: Page, language: Language, site = SITE): string {
  if (page === "home") return homePage.draw(site, language, shownWhole());
  if (page === "record") return recordPage.draw(site, language, SAMPLE_RECORD);
  if (page === "method") return methodPage.draw(site, language, DOCUMENTS.method);
  if (page === "embed") return embedPage.draw(site, language, EMBED);
  if (page === "docs") return docsPage.draw(site, language, DOCUMENTS.api);
  if (page === "status") return statusPage.draw(site, language, sampleStatus());
  return attributionPage.draw(site, language, ROWS);
}

/** Every value of an attribute of a tag, as it stands in the text. */
export function attributesOf(text: string, tag: string, name: string): readonly string[] {
  const tags = text.match(new RegExp(`<${tag}\\s[^>]*>`, "g")) ?? [];
  return tags.flatMap((each) => new RegExp(`\\s${name}="([^"]*)"`).exec(each)?.[1] ?? []);
}

/** A part of a page without its markup. */
export function textOf(page: string, from: string, to = "</section>"): string {
  const part = page.slice(page.indexOf(from)).split(to)[0] ?? "";
  return plainText(trustedHtml(part)).replace(/\s+/g, " ");
}
