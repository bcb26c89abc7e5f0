// Types of Peak's responses, generated from its OpenAPI document.

export type CurrentReply = {
  /** true; false in every failure */
  readonly ok: true;
  readonly btc: BtcScore;
  readonly crypto: CryptoScore;
  readonly market: MarketFigures;
};

export type BtcScore = {
  /** where Bitcoin stands in its cycle: 0 to 100, at most one decimal */
  readonly score: number;
  /** label of the phase, always in English */
  readonly phase: "Bottom" | "Accumulation" | "Bull Active" | "Hot Zone" | "Peak";
  /** the same for programs; follows from btc.score alone */
  readonly phase_key: "FONDO" | "ACUM" | "BULL" | "HOT" | "PEAK";
  /** follows from the phase and the two flags */
  readonly signal: "ACCUMULATE" | "HOLD" | "CAUTION" | "REDUCE";
  readonly context: {
    /** BEAR_DESCENT while a bear-market descent is under way, else null */
    readonly descent_guard: "BEAR_DESCENT" | null;
    /** TOP_DISTRIBUTION for 30 days after a cycle-top pattern, else null */
    readonly top_risk: "TOP_DISTRIBUTION" | null;
  };
  /** when the score was computed; ISO 8601, UTC */
  readonly updated_at: string;
  /** true when the score was older than 2 hours at the moment of answering */
  readonly stale: boolean;
};

export type CryptoScore = {
  /** the same for crypto as a whole: 0 to 100, at most one decimal */
  readonly score: number;
  /** label of its phase, always in English */
  readonly phase: "Bottom" | "Accumulation" | "Bull Active" | "Hot Zone" | "Peak";
};

export type MarketFigures = {
  /** Bitcoin price in USD, at most two decimals */
  readonly btc_price_usd: number;
  /** Bitcoin's share of the market value of all coins, in percent, at most two decimals */
  readonly btc_dominance_pct: number;
  readonly fear_greed: {
    /** Fear & Greed of the day: 0 to 100 */
    readonly value: number;
    /** the word for that value, always in English */
    readonly classification: "Extreme Fear" | "Fear" | "Neutral" | "Greed" | "Extreme Greed";
  };
};

export type HistoryReply = {
  /** true; false in every failure */
  readonly ok: true;
  /** the asset of all rows */
  readonly asset: "BTC";
  /** number of rows */
  readonly days: 30;
  /** consecutive UTC days, oldest first */
  readonly data: ReadonlyArray<HistoryRow>;
};

export type HistoryRow = {
  /** the UTC day, YYYY-MM-DD; computed at 06:00 UTC of that day */
  readonly date: string;
  /** score of the day: 0 to 100, at most one decimal */
  readonly score: number;
  /** exponential average of the daily scores over 10 days, at most one decimal */
  readonly score_smoothed: number;
  /** label of the phase of score, always in English */
  readonly phase: "Bottom" | "Accumulation" | "Bull Active" | "Hot Zone" | "Peak";
  /** the same for programs */
  readonly phase_key: "FONDO" | "ACUM" | "BULL" | "HOT" | "PEAK";
  /** Bitcoin price in USD at the moment of computing, at most two decimals */
  readonly btc_price_usd: number;
};

export type MetaReply = {
  /** true; false in every failure */
  readonly ok: true;
  /** version of the model that computed the score */
  readonly model_version: string;
  /** when the score was computed, as btc.updated_at of the score */
  readonly updated_at: string;
  /** true when the score was older than 2 hours at the moment of answering */
  readonly stale: boolean;
  /** share of the model that had data, 0 to 1, rounded down to one decimal; 1 is all of it */
  readonly coverage: number;
  readonly btc: {
    /** as btc.score of the score */
    readonly score: number;
    /** label of the phase, always in English */
    readonly phase: "Bottom" | "Accumulation" | "Bull Active" | "Hot Zone" | "Peak";
    /** the same for programs */
    readonly phase_key: "FONDO" | "ACUM" | "BULL" | "HOT" | "PEAK";
    readonly phase_since: string | null;
    readonly days_in_phase: number | null;
    readonly change: {
      /** points against the row of the day before, one decimal; null without that row */
      readonly "1d": number | null;
      /** points against the row 7 days before */
      readonly "7d": number | null;
      /** points against the row 30 days before */
      readonly "30d": number | null;
    };
  };
  /** the phase without its flicker: that of the daily rows, moved by this score; null before there is a row */
  readonly settled: {
    /** label of the settled phase, always in English; settled is null before there is a daily row */
    readonly phase: "Bottom" | "Accumulation" | "Bull Active" | "Hot Zone" | "Peak";
    /** the same for programs */
    readonly key: "FONDO" | "ACUM" | "BULL" | "HOT" | "PEAK";
    /** UTC day of its last change, or of the first row */
    readonly since: string;
    /** days since then, the first one included */
    readonly days: number;
  } | null;
  /** all phases, lowest first */
  readonly phases: ReadonlyArray<{
    /** key of a phase */
    readonly key: "FONDO" | "ACUM" | "BULL" | "HOT" | "PEAK";
    /** its label, always in English */
    readonly label: "Bottom" | "Accumulation" | "Bull Active" | "Hot Zone" | "Peak";
    /** lowest score of the phase */
    readonly from: number;
    /** highest score of the phase */
    readonly to: number;
  }>;
  readonly next: {
    readonly score_at: string | null;
    /** 06:00 UTC of the next row that is not there yet; over already while that row is late */
    readonly history_at: string;
  };
  readonly market: {
    readonly btc_price_usd: {
      /** the source of the last accepted price */
      readonly source: string;
      /** the moment it speaks of; ISO 8601, UTC */
      readonly observed_at: string;
      /** seconds since then */
      readonly age_seconds: number;
      /** true when only one source in use gives this figure, so that it stands on one word */
      readonly single_source: boolean;
    };
    readonly btc_dominance_pct: {
      /** the source of the last accepted dominance */
      readonly source: string;
      /** the moment it speaks of; ISO 8601, UTC */
      readonly observed_at: string;
      /** seconds since then */
      readonly age_seconds: number;
      /** true when only one source in use gives this figure, so that it stands on one word */
      readonly single_source: boolean;
    };
    readonly fear_greed: {
      /** the source of the last accepted Fear & Greed reading */
      readonly source: string;
      /** the moment it speaks of; ISO 8601, UTC */
      readonly observed_at: string;
      /** seconds since then */
      readonly age_seconds: number;
      /** true when only one source in use gives this figure, so that it stands on one word */
      readonly single_source: boolean;
    };
  };
  /** the sources in use */
  readonly sources: ReadonlyArray<{
    /** key of a source, as in market */
    readonly name: string;
    /** the name a person knows it by */
    readonly title: string;
    /** what the service takes from it, in English */
    readonly gives: string;
    /** ok: it gave what it was asked for; failing: it did not; idle: not asked within 26 hours */
    readonly health: "ok" | "failing" | "idle";
    readonly answered_at: string | null;
    readonly age_seconds: number | null;
    /** why it gave nothing usable when it was last asked */
    readonly fault: "unreachable" | "throttled" | "refused" | "malformed" | "implausible" | null;
  }>;
  readonly attribution: {
    /** index and service: the line that whoever shows a score shows with it */
    readonly text: string;
    /** address it leads to */
    readonly url: string;
  };
};

export type RecordReply = {
  /** true; false in every failure */
  readonly ok: true;
  /** version of the model that computed the scores */
  readonly model_version: string;
  /** first UTC day with a score */
  readonly from: string;
  /** last day of the record */
  readonly to: string;
  /** what the figures cannot tell; to be passed on with them */
  readonly caution: string;
  /** every cycle high and low, oldest first */
  readonly turns: ReadonlyArray<{
    /** a cycle high, or the low after it; both known in hindsight only */
    readonly kind: "high" | "low";
    /** its UTC day */
    readonly date: string;
    /** early: before 2014; development: to 2022, the days on which the model was chosen; later: after them */
    readonly period: "early" | "development" | "later";
    /** close of that day */
    readonly price_usd: number;
    /** from the high to its low, e.g. -0.77 */
    readonly fall: number;
    /** false while the price may still go lower */
    readonly is_final: boolean;
    /** what the score said on that day */
    readonly score: number;
    /** what plain measures read on that day, 0 to 100; null where there is none */
    readonly readings: {
      /** market value over realized value alone, in the band of its past */
      readonly mvrv: number | null;
      /** price over its 200-day average, likewise */
      readonly mayer: number | null;
      /** distance from a power law of the price, likewise */
      readonly power_law: number | null;
      /** the vendor's number */
      readonly fear_greed: number | null;
    };
    /** its phase */
    readonly phase_key: "FONDO" | "ACUM" | "BULL" | "HOT" | "PEAK";
    /** its signal */
    readonly signal: "ACCUMULATE" | "HOLD" | "CAUTION" | "REDUCE";
    /** whether that flag was up */
    readonly top_risk: boolean;
    /** whether that flag was up */
    readonly descent_guard: boolean;
    /** days before it on which the score first stood in PEAK (high) or FONDO (low); null: never */
    readonly lead_days: number | null;
  }>;
  /** of all periods together */
  readonly flags: RecordFlags;
  /** what the price did in the year after each phase */
  readonly year_after: ReadonlyArray<{
    /** early: before 2014; development: to 2022, the days on which the model was chosen; later: after them */
    readonly period: "early" | "development" | "later";
    /** the phase that the score stood in */
    readonly phase_key: "FONDO" | "ACUM" | "BULL" | "HOT" | "PEAK";
    /** days in it whose following year lies in the period; they overlap */
    readonly days: number;
    /** return of the following 365 days that a tenth of them stayed below, e.g. -0.3 */
    readonly p10: number;
    /** the return in the middle */
    readonly median: number;
    /** the return that a tenth exceeded */
    readonly p90: number;
    /** share of days after which the price was higher */
    readonly rose: number;
  }>;
  /** how far the score was from the price's place between the lows and highs of the two years around it */
  readonly hindsight: {
    /** first day that it is the error of */
    readonly from: string;
    /** last day of it: 180 days have to follow before the error of a day is known */
    readonly to: string;
    /** days with a score between the two */
    readonly days: number;
    /** points between the score and the place of its day, on average */
    readonly mean_absolute_error: number;
    /** score minus place, on average; below 0 it was too low */
    readonly mean_error: number;
    /** the same up to 2018, and since */
    readonly halves: ReadonlyArray<{
      /** first day that it is the error of */
      readonly from: string;
      /** last day of it: 180 days have to follow before the error of a day is known */
      readonly to: string;
      /** days with a score between the two */
      readonly days: number;
      /** points between the score and the place of its day, on average */
      readonly mean_absolute_error: number;
      /** score minus place, on average; below 0 it was too low */
      readonly mean_error: number;
    }>;
  } | null;
  /** flags of each period by itself: those of the development period are in-sample */
  readonly periods: ReadonlyArray<{
    /** early: before 2014; development: to 2022, the days on which the model was chosen; later: after them */
    readonly period: "early" | "development" | "later";
    /** its first UTC day with a score */
    readonly from: string;
    /** its last day so far */
    readonly to: string;
    /** alarms that began in it, and turns missed in it */
    readonly flags: RecordFlags;
  }>;
};

export type FlagCounts = {
  /** unbroken runs of days with the flag up that turned out right */
  readonly right: number;
  /** runs that turned out false */
  readonly false: number;
  /** runs that are not settled yet */
  readonly open: number;
  /** turns at which it should have been up and was not */
  readonly missed: number;
};

export type RecordFlags = {
  /** alarms of a cycle top, and missed highs */
  readonly top_risk: FlagCounts;
  /** alarms of a bear-market descent, and missed lows */
  readonly descent_guard: FlagCounts;
};

export type RevisionsReply = {
  /** true; false in every failure */
  readonly ok: true;
  /** oldest first; empty when nothing was ever corrected */
  readonly revisions: ReadonlyArray<{
    /** 1 for the first correction, then one more each */
    readonly number: number;
    /** UTC day of the corrected row */
    readonly date: string;
    /** when it was corrected; ISO 8601, UTC */
    readonly revised_at: string;
    /** why, in plain words */
    readonly reason: string;
    /** what the row should have said */
    readonly score: number;
    /** the same for the smoothed score */
    readonly score_smoothed: number;
    /** label of the phase of that score, always in English */
    readonly phase: "Bottom" | "Accumulation" | "Bull Active" | "Hot Zone" | "Peak";
    /** the same for programs */
    readonly phase_key: "FONDO" | "ACUM" | "BULL" | "HOT" | "PEAK";
    /** the same for the price, at most two decimals */
    readonly btc_price_usd: number;
  }>;
};

export type JsonFeedReply = {
  /** the form of the feed */
  readonly version: "https://jsonfeed.org/version/1.1";
  /** what the feed is about */
  readonly title: string;
  /** the site */
  readonly home_page_url: string;
  /** the feed itself */
  readonly feed_url: string;
  /** what has an item, and the line that whoever shows a score shows with it */
  readonly description: string;
  /** of all texts */
  readonly language: "en";
  /** one */
  readonly authors: ReadonlyArray<{
    /** index and service */
    readonly name: string;
    /** the site */
    readonly url: string;
  }>;
  /** newest first, at most 500 */
  readonly items: ReadonlyArray<{
    /** a tag URI (RFC 4151); it stays the same as long as the site keeps its address */
    readonly id: string;
    /** the entry on the record page; each entry has its own */
    readonly url: string;
    /** what has changed, and the score of that row */
    readonly title: string;
    /** the same in sentences */
    readonly content_text: string;
    /** when its row was published, a second later for another change in the same row; ISO 8601, UTC */
    readonly date_published: string;
    readonly _peak: {
      /** what has changed */
      readonly kind: "settled_phase" | "flag";
      /** UTC day of the history row that has it first */
      readonly date: string;
      /** score of that row */
      readonly score: number;
      /** phase of that score */
      readonly phase_key: "FONDO" | "ACUM" | "BULL" | "HOT" | "PEAK";
      /** settled phase after that row */
      readonly settled_phase_key: "FONDO" | "ACUM" | "BULL" | "HOT" | "PEAK";
      /** settled phase before; null for a flag */
      readonly previous_phase_key: "FONDO" | "ACUM" | "BULL" | "HOT" | "PEAK" | null;
      /** name of the flag as in the score; null for a phase */
      readonly flag: "descent_guard" | "top_risk" | null;
      /** whether the flag went up; null for a phase */
      readonly is_up: boolean | null;
    };
  }>;
};

export type ProofReply = {
  /** true; false in every failure */
  readonly ok: true;
  /** the format of the ledger */
  readonly format: "peak-ledger-1";
  /** hash after the first entry: it names the ledger */
  readonly ledger: string;
  /** number of the newest entry that is signed */
  readonly position: number;
  /** hash after that entry: the end of the ledger */
  readonly hash: string;
  /** what was signed: JSON in one line, as a text */
  readonly statement: string;
  /** Ed25519 over the UTF-8 of statement, base64url */
  readonly signature: string;
  /** the key it was signed with */
  readonly key_id: string;
  /** hash before the first of entries */
  readonly previous: string;
  /** without a gap, from the first of the last 30 rows on */
  readonly entries: ReadonlyArray<{
    /** number of the entry in the ledger, from 0 on */
    readonly position: number;
    /** the public entry: JSON in one line, as a text */
    readonly entry: string;
    /** SHA-256 of the hash before it and SHA-256 of entry */
    readonly hash: string;
  }>;
  /** the entries of all signing keys */
  readonly keys: ReadonlyArray<LedgerEntry>;
  /** the entries of all revisions */
  readonly revisions: ReadonlyArray<LedgerEntry>;
  /** address of the public keys */
  readonly keys_url: string;
  /** address of the leaves of all entries */
  readonly leaves_url: string;
};

export type LedgerEntry = {
  /** number of the entry in the ledger, from 0 on */
  readonly position: number;
  /** the public entry: JSON in one line, as a text */
  readonly entry: string;
};

export type KeysReply = {
  /** oldest first */
  readonly keys: ReadonlyArray<{
    /** kind of the key */
    readonly kty: "OKP";
    /** curve of the key */
    readonly crv: "Ed25519";
    /** algorithm it is for */
    readonly alg: "EdDSA";
    /** what it is for: signatures */
    readonly use: "sig";
    /** thumbprint of the key (RFC 7638) */
    readonly kid: string;
    /** the public key, base64url */
    readonly x: string;
    /** the key before it, when that has signed this one */
    readonly endorsed_by: string | null;
    /** that signature, over the text “peak-ledger-1 key <kid> <x> after <hash before its entry>” */
    readonly endorsement: string | null;
  }>;
};

export type ProHistoryReply = {
  /** true; false in every failure */
  readonly ok: true;
  /** the asset of all rows */
  readonly asset: "BTC";
  /** number of rows on this page */
  readonly days: number;
  /** rows as they were published, oldest first; a day that has none is left out */
  readonly data: ReadonlyArray<ProHistoryRow>;
  /** every correction of these rows, oldest first; the rows themselves stay */
  readonly revisions: ReadonlyArray<{
    /** 1 for the first correction, then one more each */
    readonly number: number;
    /** UTC day of the corrected row */
    readonly date: string;
    /** when it was corrected; ISO 8601, UTC */
    readonly revised_at: string;
    /** why, in plain words */
    readonly reason: string;
    /** what the row should have said */
    readonly score: number;
    /** the same for the smoothed score */
    readonly score_smoothed: number;
    /** label of the phase of that score, always in English */
    readonly phase: "Bottom" | "Accumulation" | "Bull Active" | "Hot Zone" | "Peak";
    /** the same for programs */
    readonly phase_key: "FONDO" | "ACUM" | "BULL" | "HOT" | "PEAK";
    /** the same for the price, at most two decimals */
    readonly btc_price_usd: number;
  }>;
  /** address of the next page; null on the last one */
  readonly next: string | null;
};

export type ProHistoryRow = {
  /** the UTC day, YYYY-MM-DD; computed at 06:00 UTC of that day */
  readonly date: string;
  /** score of the day: 0 to 100, at most one decimal */
  readonly score: number;
  /** exponential average of the daily scores over 10 days, at most one decimal */
  readonly score_smoothed: number;
  /** label of the phase of score, always in English */
  readonly phase: "Bottom" | "Accumulation" | "Bull Active" | "Hot Zone" | "Peak";
  /** the same for programs */
  readonly phase_key: "FONDO" | "ACUM" | "BULL" | "HOT" | "PEAK";
  /** Bitcoin price in USD at the moment of computing, at most two decimals */
  readonly btc_price_usd: number;
  /** the settled phase after this row */
  readonly settled_phase_key: "FONDO" | "ACUM" | "BULL" | "HOT" | "PEAK";
};

export type EmbedDataReply = {
  /** true; false in every failure */
  readonly ok: true;
  readonly btc: BtcScore;
  readonly crypto: CryptoEmbed;
  readonly market: MarketFigures;
  /** the asset of all rows */
  readonly asset: "BTC";
  /** number of rows */
  readonly days: 30;
  /** consecutive UTC days, oldest first */
  readonly data: ReadonlyArray<HistoryRow>;
};

/** with more than two fields only where the site offers crypto as an asset */
export type CryptoEmbed = {
  /** the same for crypto as a whole: 0 to 100, at most one decimal */
  readonly score: number;
  /** label of its phase, always in English */
  readonly phase: "Bottom" | "Accumulation" | "Bull Active" | "Hot Zone" | "Peak";
  /** the same for programs */
  readonly phase_key?: "FONDO" | "ACUM" | "BULL" | "HOT" | "PEAK";
  /** when the score was computed; ISO 8601, UTC */
  readonly updated_at?: string;
  /** true when the score was older than 2 hours at the moment of answering */
  readonly stale?: boolean;
  /** consecutive UTC days, oldest first; none unless there are 30 */
  readonly data?: ReadonlyArray<{
    /** the UTC day, YYYY-MM-DD; computed at 06:00 UTC of that day */
    readonly date: string;
    /** score of crypto as it was published at 06:00 UTC of the day */
    readonly score: number;
    /** its phase */
    readonly phase_key: "FONDO" | "ACUM" | "BULL" | "HOT" | "PEAK";
  }>;
};

export type SandboxScenesReply = {
  /** true; false in every failure */
  readonly ok: true;
  /** all scenes */
  readonly scenes: ReadonlyArray<{
    /** part of the addresses of a scene */
    readonly name: string;
    /** what it shows */
    readonly summary: string;
    /** what stands before the usual paths; the value of data-api of a widget */
    readonly url: string;
  }>;
  /** the paths that every scene answers */
  readonly paths: ReadonlyArray<string>;
};

export type HealthReply = {
  readonly ok: true;
};

export type ProblemReply = {
  /** false; true in every success */
  readonly ok: false;
  /** address of the problem type; about:blank where the status says it all */
  readonly type: string;
  /** the problem type in words */
  readonly title: string;
  /** the HTTP status */
  readonly status: number;
  /** what went wrong, in a sentence */
  readonly detail: string;
};

export type QuotaReply = {
  /** false; true in every success */
  readonly ok: false;
  /** address of the problem type; about:blank where the status says it all */
  readonly type: string;
  /** the problem type in words */
  readonly title: string;
  /** the HTTP status */
  readonly status: number;
  /** what went wrong, in a sentence */
  readonly detail: string;
  /** names of the exceeded policies */
  readonly "violated-policies": ReadonlyArray<string>;
  /** as in Retry-After */
  readonly retry_after_seconds: number;
};
