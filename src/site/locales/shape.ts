import type { PhaseKey, Signal } from "../../domain/score.js";
import type { FearGreedClass } from "../../domain/snapshot.js";
import type { Html } from "../html.js";
import type { Page } from "../site.js";
import type { DocsWords } from "./docs-shape.js";
import type { EmbedWords } from "./embed-shape.js";
import type { RecordWords } from "./record-shape.js";
import type { StatusWords } from "./status-shape.js";

/** Words of one language, a part a page. A missing one does not compile. */
export interface Words {
  readonly common: CommonWords;
  readonly home: HomeWords;
  readonly record: RecordWords;
  readonly embed: EmbedWords;
  readonly docs: DocsWords;
  readonly status: StatusWords;
  readonly attribution: AttributionWords;
}

/** Plain text, or prose with links and code in it. */
export type Text = string | Html;

/** Head and foot of every page. */
export interface CommonWords {
  /** The language's own name. */
  readonly language: string;
  readonly menu: Readonly<Record<Page, string>>;
  readonly menuLabel: string;
  readonly languages: string;
  readonly skip: string;
  readonly simulated: string;
  /** Where nothing is. */
  readonly missing: { readonly heading: string; readonly text: string };
  readonly advice: string;
  /** What the pages keep about their readers: nothing. */
  readonly privacy: string;
  /** What the share picture shows. */
  readonly cardAlt: (indexName: string) => string;
}

export interface HomeWords {
  readonly title: (indexName: string) => string;
  readonly description: string;
  readonly lead: string;
  readonly waiting: string;
  readonly now: NowWords;
  readonly chart: {
    readonly heading: string;
    readonly note: (embedLink: string) => Html;
    readonly table: string;
  };
  readonly phases: {
    readonly heading: string;
    readonly intro: string;
    readonly columns: readonly [score: string, phase: string, key: string, meaning: string];
    readonly meanings: Readonly<Record<PhaseKey, string>>;
    readonly note: string;
  };
  readonly signals: {
    readonly heading: string;
    readonly intro: string;
    readonly columns: readonly [signal: string, when: string];
    readonly when: Readonly<Record<Signal, string>>;
  };
  readonly flags: {
    readonly heading: string;
    readonly intro: string;
    readonly descentGuard: readonly string[];
    readonly topRisk: readonly string[];
  };
  readonly method: {
    readonly heading: string;
    readonly intro: string;
    readonly families: readonly (readonly [name: string, ...indicators: string[]])[];
    /** Paragraphs. */
    readonly rest: readonly Text[];
  };
  readonly wrong: WrongWords;
  readonly use: {
    readonly heading: string;
    readonly intro: string;
    readonly current: (link: string) => Html;
    readonly history: (link: string) => Html;
    readonly limits: (docsLink: string) => Html;
    readonly attribution: (link: string) => Html;
  };
  readonly pro: { readonly heading: string; readonly soon: string; readonly text: Html };
}

export interface NowWords {
  readonly heading: string;
  readonly of100: string;
  readonly stale: string;
  readonly signal: string;
  readonly flags: string;
  readonly noFlags: string;
  readonly descentGuard: string;
  readonly topRisk: string;
  readonly updated: string;
  readonly crypto: string;
  readonly price: string;
  readonly dominance: string;
  readonly fearGreed: string;
  readonly moods: Readonly<Record<FearGreedClass, string>>;
}

export interface WrongWords {
  readonly heading: string;
  readonly intro: string;
  readonly record: (recordLink: string) => Html;
  readonly turns: {
    readonly caption: string;
    readonly columns: readonly [tops: string, score: string, bottoms: string, score: string];
  };
  readonly years: {
    readonly caption: string;
    readonly columns: readonly [phase: string, share: string, median: string];
  };
  readonly points: readonly (readonly [name: string, text: string])[];
}

export interface AttributionWords {
  readonly title: (indexName: string) => string;
  readonly description: string;
  readonly heading: string;
  readonly show: string;
  readonly line: string;
  readonly forms: readonly [html: string, markdown: string, text: string];
  readonly figures: string;
  readonly sources: string;
  readonly columns: readonly [source: string, gives: string, license: string];
  /** That what follows is quoted in English. Nothing in English itself. */
  readonly english: string | undefined;
}
