/** Types of Peak's responses, generated from its OpenAPI document. */

export type CurrentReply = {
  /** true; false in every error response */
  readonly ok: true;
  readonly btc: BtcScore;
  readonly crypto: CryptoScore;
  readonly market: MarketFigures;
};

export type BtcScore = {
  /** where Bitcoin is in its cycle: 0 to 100, at most one decimal */
  readonly score: number;
  /** label of the phase, always in English */
  readonly phase: "Bottom" | "Accumulation" | "Bull Active" | "Hot Zone" | "Peak";
  /** the phase as a constant for programs; depends only on btc.score */
  readonly phase_key: "FONDO" | "ACUM" | "BULL" | "HOT" | "PEAK";
  /** follows from the phase and the two flags */
  readonly signal: "ACCUMULATE" | "HOLD" | "CAUTION" | "REDUCE";
  readonly context: {
    /** BEAR_DESCENT during a bear-market descent, else null */
    readonly descent_guard: "BEAR_DESCENT" | null;
    /** TOP_DISTRIBUTION for 30 days after a cycle-top pattern, else null */
    readonly top_risk: "TOP_DISTRIBUTION" | null;
  };
  /** when the score was computed; ISO 8601, UTC */
  readonly updated_at: string;
  /** true if the score was older than 2 hours at the time of the response */
  readonly stale: boolean;
};

export type CryptoScore = {
  /** where crypto as a whole is in its cycle: 0 to 100, at most one decimal */
  readonly score: number;
  /** label of its phase, always in English */
  readonly phase: "Bottom" | "Accumulation" | "Bull Active" | "Hot Zone" | "Peak";
  /** the phase as a constant for programs; depends only on crypto.score */
  readonly phase_key: "FONDO" | "ACUM" | "BULL" | "HOT" | "PEAK";
  /** the signal for this phase; the two flags are about Bitcoin and do not change it */
  readonly signal: "ACCUMULATE" | "HOLD" | "CAUTION" | "REDUCE";
};

export type MarketFigures = {
  /** Bitcoin price in USD, at most two decimals */
  readonly btc_price_usd: number;
  /** Bitcoin's share of the market value of all coins, in percent, at most two decimals */
  readonly btc_dominance_pct: number;
  readonly fear_greed: {
    /** Fear & Greed of the day: 0 to 100 */
    readonly value: number;
    /** the label for that value, always in English */
    readonly classification: "Extreme Fear" | "Fear" | "Neutral" | "Greed" | "Extreme Greed";
  };
};

export type HistoryReply = {
  /** true; false in every error response */
  readonly ok: true;
  /** the asset of all rows */
  readonly asset: "BTC";
  /** number of rows */
  readonly days: 30;
  /** consecutive UTC days, oldest first */
  readonly data: ReadonlyArray<HistoryRow>;
};

export type HistoryRow = {
  /** UTC day, YYYY-MM-DD; the row is computed at 06:00 UTC of that day */
  readonly date: string;
  /** score of the day: 0 to 100, at most one decimal */
  readonly score: number;
  /** 10-day exponential average of the daily scores, at most one decimal */
  readonly score_smoothed: number;
  /** label of the phase of score, always in English */
  readonly phase: "Bottom" | "Accumulation" | "Bull Active" | "Hot Zone" | "Peak";
  /** the phase as a constant for programs */
  readonly phase_key: "FONDO" | "ACUM" | "BULL" | "HOT" | "PEAK";
  /** Bitcoin price in USD when the row was computed, at most two decimals */
  readonly btc_price_usd: number;
};

export type MetaReply = {
  /** true; false in every error response */
  readonly ok: true;
  /** version of the model that computed the score */
  readonly model_version: string;
  /** when the score was computed: btc.updated_at of the current score */
  readonly updated_at: string;
  /** true if the score was older than 2 hours at the time of the response */
  readonly stale: boolean;
  /** true if all figures are invented: in a demo, and in every scene of the sandbox */
  readonly simulated: boolean;
  /** share of the model that had data, 0 to 1, rounded down to one decimal; 1 means all of it */
  readonly coverage: number;
  readonly btc: {
    /** btc.score of the current score */
    readonly score: number;
    /** label of the phase, always in English */
    readonly phase: "Bottom" | "Accumulation" | "Bull Active" | "Hot Zone" | "Peak";
    /** the phase as a constant for programs */
    readonly phase_key: "FONDO" | "ACUM" | "BULL" | "HOT" | "PEAK";
    readonly change: {
      /** current score minus the score of the row 1 day ago, one decimal; null without that row */
      readonly "1d": number | null;
      /** current score minus the score of the row 7 days ago */
      readonly "7d": number | null;
      /** current score minus the score of the row 30 days ago */
      readonly "30d": number | null;
    };
  };
  /** phase and signal without flicker, from the daily rows and the current score; null until there is a row */
  readonly settled: {
    /** label of the settled phase, always in English; settled is null until there is a daily row */
    readonly phase: "Bottom" | "Accumulation" | "Bull Active" | "Hot Zone" | "Peak";
    /** the phase as a constant for programs */
    readonly key: "FONDO" | "ACUM" | "BULL" | "HOT" | "PEAK";
    /** UTC day of its last change, or of the first row */
    readonly since: string;
    /** days since then, including the first */
    readonly days: number;
    /** the signal of the settled phase and the flags of the newest row */
    readonly signal: "ACCUMULATE" | "HOLD" | "CAUTION" | "REDUCE";
    /** UTC day of the last change of the settled phase or of a flag, the later one */
    readonly signal_since: string;
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
    /** 06:00 UTC of the next row; in the past while that row is late */
    readonly history_at: string;
  };
  readonly market: {
    readonly btc_price_usd: {
      /** source of the last accepted price */
      readonly source: string;
      /** the time it refers to; ISO 8601, UTC */
      readonly observed_at: string;
      /** seconds since then */
      readonly age_seconds: number;
      /** true when only one enabled source provides this figure */
      readonly single_source: boolean;
    };
    readonly btc_dominance_pct: {
      /** source of the last accepted dominance */
      readonly source: string;
      /** the time it refers to; ISO 8601, UTC */
      readonly observed_at: string;
      /** seconds since then */
      readonly age_seconds: number;
      /** true when only one enabled source provides this figure */
      readonly single_source: boolean;
    };
    readonly fear_greed: {
      /** source of the last accepted Fear & Greed reading */
      readonly source: string;
      /** the time it refers to; ISO 8601, UTC */
      readonly observed_at: string;
      /** seconds since then */
      readonly age_seconds: number;
      /** true when only one enabled source provides this figure */
      readonly single_source: boolean;
    };
  };
  /** each input of the score; the price at 06:00 UTC only while a daily row waits for it */
  readonly inputs: ReadonlyArray<{
    /** key of the input */
    readonly key: "btc_price" | "btc_close" | "btc_price_0600" | "mvrv" | "btc_dominance" | "fear_greed" | "eth" | "bnb" | "xrp" | "sol" | "doge" | "ada" | "ltc" | "usdt";
    /** name of the input, for people */
    readonly title: string;
    /** ok; unconfirmed: no second source agrees although one was due; replaced: the first source was due and another one is used; silent: no source responds although one was due; unsure: not used, or only shown; unknown: not requested yet; off: no source is enabled */
    readonly state: "ok" | "unconfirmed" | "replaced" | "silent" | "unsure" | "unknown" | "off";
    /** key of the source in use, or null */
    readonly source: string | null;
    /** how many sources agreed when all were last queried, the one in use included */
    readonly agreeing: number;
    /** how many enabled sources can have it, including any that are not due yet */
    readonly enabled: number;
    /** the time it refers to; ISO 8601, UTC */
    readonly observed_at: string | null;
    /** seconds since then */
    readonly age_seconds: number | null;
    /** why it is not believed, or null */
    readonly unsure: {
      /** since when; ISO 8601, UTC */
      readonly since: string;
      /** the reason as a constant for programs */
      readonly reason: "tie" | "contradiction" | "lone" | "few" | "moved" | "unknown";
      /** the reason in English */
      readonly text: string;
    } | null;
    /** sources that the others contradict, until they agree again */
    readonly refused: ReadonlyArray<{
      /** key of the source */
      readonly source: string;
      /** since when; ISO 8601, UTC */
      readonly since: string;
    }>;
    /** sources that did not provide it although it was due */
    readonly silent: ReadonlyArray<{
      /** key of the source */
      readonly source: string;
      /** since when; ISO 8601, UTC */
      readonly since: string;
    }>;
    /** since when no second source has confirmed it although one was due; ISO 8601, UTC; null if that is not the case */
    readonly unconfirmed_since: string | null;
    /** since when another source has replaced the first that was due; ISO 8601, UTC; null if that is not the case */
    readonly replaced_since: string | null;
  }>;
  /** the sources in use */
  readonly sources: ReadonlyArray<{
    /** key of the source, as in market */
    readonly name: string;
    /** name of the source, for people */
    readonly title: string;
    /** what the service gets from it, in English */
    readonly gives: string;
    /** ok: the last request succeeded; failing: it failed; idle: not queried for 26 hours */
    readonly health: "ok" | "failing" | "idle";
    readonly answered_at: string | null;
    readonly age_seconds: number | null;
    /** why the last request returned nothing usable, or null */
    readonly fault: "unreachable" | "throttled" | "refused" | "malformed" | "implausible" | "not_asked" | null;
  }>;
  readonly attribution: {
    /** the attribution line to show with the score: index and site */
    readonly text: string;
    /** the address it links to */
    readonly url: string;
  };
};

export type RecordReply = {
  /** true; false in every error response */
  readonly ok: true;
  /** version of the model that computed the scores */
  readonly model_version: string;
  /** first UTC day with a score */
  readonly from: string;
  /** last day of the record */
  readonly to: string;
  /** what the figures cannot show; pass it on with them */
  readonly caution: string;
  /** all verdicts on the score, and those since the model was tuned, in English */
  readonly headline: string;
  /** the score and simpler indicators, judged by one rule on the turns where each had a reading */
  readonly verdicts: ReadonlyArray<{
    /** what is judged */
    readonly measure: "score" | "mvrv" | "mayer" | "power_law" | "fear_greed";
    /** verdicts at cycle highs */
    readonly highs: VerdictCounts;
    /** verdicts at cycle lows */
    readonly lows: VerdictCounts;
  }>;
  /** every cycle high and low, oldest first */
  readonly turns: ReadonlyArray<{
    /** a cycle high, or the low after it; known only in hindsight */
    readonly kind: "high" | "low";
    /** UTC day of the turn */
    readonly date: string;
    /** early: before 2014; development: to 2022, the days used to choose the model; later: since then */
    readonly period: "early" | "development" | "later";
    /** closing price of that day */
    readonly price_usd: number;
    /** fall from the high to its low, e.g. -0.77 */
    readonly fall: number;
    /** false while the price may still go lower */
    readonly is_final: boolean;
    /** score of that day */
    readonly score: number;
    /** simpler indicators on that day, 0 to 100; null for one without a reading */
    readonly readings: {
      /** market value over realized value alone, relative to its past range */
      readonly mvrv: number | null;
      /** price over its 200-day average, likewise */
      readonly mayer: number | null;
      /** distance from a power law of the price, likewise */
      readonly power_law: number | null;
      /** the vendor's figure */
      readonly fear_greed: number | null;
    };
    /** phase of that day */
    readonly phase_key: "FONDO" | "ACUM" | "BULL" | "HOT" | "PEAK";
    /** signal of that day */
    readonly signal: "ACCUMULATE" | "HOLD" | "CAUTION" | "REDUCE";
    /** whether this flag was set on that day */
    readonly top_risk: boolean;
    /** whether this flag was set on that day */
    readonly descent_guard: boolean;
    /** in_time: the warning came at 80% or more of a high's price, or at 125% or less of a low's; early: it came farther from the turn; missed: there was none */
    readonly verdict: "in_time" | "early" | "missed";
    /** days from the first day since the previous turn with the settled phase PEAK (high) or FONDO (low) */
    readonly days_before: number | null;
    /** price of that day as a share of the turn's price */
    readonly price_share: number | null;
    /** how the simpler indicators had warned, by the same rule; null without a reading on that day */
    readonly baselines: {
      readonly mvrv: BaselineWarning;
      readonly mayer: BaselineWarning;
      readonly power_law: BaselineWarning;
      readonly fear_greed: BaselineWarning;
    };
  }>;
  /** every entry of the settled phase into PEAK or FONDO, oldest first */
  readonly entries: ReadonlyArray<{
    /** UTC day of the entry */
    readonly date: string;
    /** the phase that was entered */
    readonly phase_key: "PEAK" | "FONDO";
    /** early: before 2014; development: to 2022, the days used to choose the model; later: since then */
    readonly period: "early" | "development" | "later";
    /** closing price of that day */
    readonly price_usd: number;
    /** closing price 365 days later divided by price_usd, e.g. 0.29; null until then */
    readonly year_later: number | null;
  }>;
  /** what a coin cost on average: bought by the score, and in equal daily amounts */
  readonly average_cost: ReadonlyArray<{
    /** the periods as above, and all periods together; the whole can differ in sign from its parts */
    readonly period: "early" | "development" | "later" | "whole";
    /** first UTC day with a score */
    readonly from: string;
    /** last UTC day with a score */
    readonly to: string;
    /** average cost when spending 2 - score / 50 each day */
    readonly by_score_usd: number;
    /** average cost when spending the same sum in equal daily amounts */
    readonly steady_usd: number;
    /** by_score_usd / steady_usd - 1; below 0, buying by the score was cheaper */
    readonly difference: number;
  }>;
  /** counts for all periods together */
  readonly flags: RecordFlags;
  /** what the price did in the year after each phase */
  readonly year_after: ReadonlyArray<{
    /** early: before 2014; development: to 2022, the days used to choose the model; later: since then */
    readonly period: "early" | "development" | "later";
    /** phase of the score */
    readonly phase_key: "FONDO" | "ACUM" | "BULL" | "HOT" | "PEAK";
    /** days in this phase whose following year lies in the period; the years overlap */
    readonly days: number;
    /** 365-day return that a tenth of these days stayed below, e.g. -0.3 */
    readonly p10: number;
    /** the median 365-day return */
    readonly median: number;
    /** 365-day return that a tenth of these days exceeded */
    readonly p90: number;
    /** share of these days after which the price was higher a year later */
    readonly rose: number;
  }>;
  /** how far the score was from the price's place between the lows and highs of the two years around it */
  readonly hindsight: {
    /** first day covered */
    readonly from: string;
    /** last day covered: the error of a day is known 180 days later */
    readonly to: string;
    /** days with a score from the first to the last */
    readonly days: number;
    /** average distance between the score and the place of its day, in points */
    readonly mean_absolute_error: number;
    /** average of score minus place; below 0, the score was too low */
    readonly mean_error: number;
    /** the same up to 2018, and since */
    readonly halves: ReadonlyArray<{
      /** first day covered */
      readonly from: string;
      /** last day covered: the error of a day is known 180 days later */
      readonly to: string;
      /** days with a score from the first to the last */
      readonly days: number;
      /** average distance between the score and the place of its day, in points */
      readonly mean_absolute_error: number;
      /** average of score minus place; below 0, the score was too low */
      readonly mean_error: number;
    }>;
  } | null;
  /** flags of each period separately; in the development period they are in-sample */
  readonly periods: ReadonlyArray<{
    /** early: before 2014; development: to 2022, the days used to choose the model; later: since then */
    readonly period: "early" | "development" | "later";
    /** first UTC day of the period with a score */
    readonly from: string;
    /** last day of the period so far */
    readonly to: string;
    /** alarms that began in the period, and turns missed in it */
    readonly flags: RecordFlags;
  }>;
};

export type VerdictCounts = {
  /** turns warned of in time */
  readonly in_time: number;
  /** turns warned of too early */
  readonly early: number;
  /** turns without a warning */
  readonly missed: number;
};

export type BaselineWarning = {
  /** in_time: the warning came at 80% or more of a high's price, or at 125% or less of a low's; early: it came farther from the turn; missed: there was none */
  readonly verdict: "in_time" | "early" | "missed";
  /** days from the first day since the previous turn with the settled phase PEAK (high) or FONDO (low) */
  readonly days_before: number | null;
  /** price of that day as a share of the turn's price */
  readonly price_share: number | null;
} | null;

export type FlagCounts = {
  /** unbroken runs of days with the flag set that turned out right */
  readonly right: number;
  /** runs that turned out false */
  readonly false: number;
  /** runs whose outcome is not known yet */
  readonly open: number;
  /** turns at which it should have been set but was not */
  readonly missed: number;
};

export type RecordFlags = {
  /** alarms of a cycle top, and missed highs */
  readonly top_risk: FlagCounts;
  /** alarms of a bear-market descent, and missed lows */
  readonly descent_guard: FlagCounts;
};

export type RevisionsReply = {
  /** true; false in every error response */
  readonly ok: true;
  /** all corrections, oldest first; empty if there are none */
  readonly revisions: ReadonlyArray<{
    /** number of the correction, counted from 1 */
    readonly number: number;
    /** UTC day of the corrected row */
    readonly date: string;
    /** when it was corrected; ISO 8601, UTC */
    readonly revised_at: string;
    /** why, in plain words */
    readonly reason: string;
    /** the correct score */
    readonly score: number;
    /** the correct smoothed score */
    readonly score_smoothed: number;
    /** label of the phase of that score, always in English */
    readonly phase: "Bottom" | "Accumulation" | "Bull Active" | "Hot Zone" | "Peak";
    /** the phase as a constant for programs */
    readonly phase_key: "FONDO" | "ACUM" | "BULL" | "HOT" | "PEAK";
    /** the correct Bitcoin price in USD, at most two decimals */
    readonly btc_price_usd: number;
  }>;
};

export type JsonFeedReply = {
  /** version of the feed format */
  readonly version: "https://jsonfeed.org/version/1.1";
  /** title of the feed */
  readonly title: string;
  /** the site */
  readonly home_page_url: string;
  /** the feed itself */
  readonly feed_url: string;
  /** what the items are, and the attribution line to show with a score */
  readonly description: string;
  /** language of all texts */
  readonly language: "en";
  /** one author */
  readonly authors: ReadonlyArray<{
    /** index and site */
    readonly name: string;
    /** the site */
    readonly url: string;
  }>;
  /** newest first, at most 500 */
  readonly items: ReadonlyArray<{
    /** a tag URI (RFC 4151); it stays the same as long as the site keeps its address */
    readonly id: string;
    /** address of the entry on the record page; each entry has its own */
    readonly url: string;
    /** what changed, and the score of that row */
    readonly title: string;
    /** the same in sentences */
    readonly content_text: string;
    /** when the row was published, one second later for each further change in it; ISO 8601, UTC */
    readonly date_published: string;
    readonly _peak: {
      /** what changed */
      readonly kind: "settled_phase" | "settled_signal" | "flag";
      /** UTC day of the first history row with this change */
      readonly date: string;
      /** score of that row */
      readonly score: number;
      /** phase of that score */
      readonly phase_key: "FONDO" | "ACUM" | "BULL" | "HOT" | "PEAK";
      /** settled phase after that row */
      readonly settled_phase_key: "FONDO" | "ACUM" | "BULL" | "HOT" | "PEAK";
      /** settled phase before the change; null unless the phase changed */
      readonly previous_phase_key: "FONDO" | "ACUM" | "BULL" | "HOT" | "PEAK" | null;
      /** settled signal after that row, from that phase and the flags */
      readonly settled_signal: "ACCUMULATE" | "HOLD" | "CAUTION" | "REDUCE";
      /** settled signal before the change; null unless the signal changed */
      readonly previous_signal: "ACCUMULATE" | "HOLD" | "CAUTION" | "REDUCE" | null;
      /** name of the flag, as in btc.context; null unless a flag changed */
      readonly flag: "descent_guard" | "top_risk" | null;
      /** true if the flag was set, false if it was cleared; null unless a flag changed */
      readonly is_up: boolean | null;
      /** true if it was computed at the site's first start, as of its day, so it was not announced at the time */
      readonly is_backfilled: boolean;
    };
  }>;
};

export type ProofReply = {
  /** true; false in every error response */
  readonly ok: true;
  /** the format of the ledger */
  readonly format: "peak-ledger-1";
  /** hash after the first entry: it identifies the ledger */
  readonly ledger: string;
  /** number of the newest signed entry */
  readonly position: number;
  /** hash after that entry: the end of the ledger */
  readonly hash: string;
  /** what was signed: one line of JSON, as a string */
  readonly statement: string;
  /** Ed25519 signature of statement in UTF-8, base64url */
  readonly signature: string;
  /** ID of the key that signed it */
  readonly key_id: string;
  /** hash before the first item of entries */
  readonly previous: string;
  /** all entries since the first of the last 30 days, without a gap */
  readonly entries: ReadonlyArray<{
    /** number of the entry in the ledger, from 0 */
    readonly position: number;
    /** the public entry: one line of JSON, as a string */
    readonly entry: string;
    /** SHA-256 of the previous hash and the SHA-256 of entry */
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
  /** number of the entry in the ledger, from 0 */
  readonly position: number;
  /** the public entry: one line of JSON, as a string */
  readonly entry: string;
};

export type KeysReply = {
  /** oldest first */
  readonly keys: ReadonlyArray<{
    /** key type */
    readonly kty: "OKP";
    /** curve of the key */
    readonly crv: "Ed25519";
    /** signature algorithm */
    readonly alg: "EdDSA";
    /** purpose: signatures */
    readonly use: "sig";
    /** thumbprint of the key (RFC 7638) */
    readonly kid: string;
    /** the public key, base64url */
    readonly x: string;
    /** ID of the previous key, if that endorsed this one */
    readonly endorsed_by: string | null;
    /** the previous key's signature of the text “peak-ledger-1 key <kid> <x> after <hash before its entry>” */
    readonly endorsement: string | null;
  }>;
};

export type ProHistoryReply = {
  /** true; false in every error response */
  readonly ok: true;
  /** the asset of all rows */
  readonly asset: "BTC";
  /** number of rows on this page */
  readonly days: number;
  /** rows as they were published, oldest first; days without a row are omitted */
  readonly data: ReadonlyArray<ProHistoryRow>;
  /** every correction of these rows, oldest first; the rows themselves do not change */
  readonly revisions: ReadonlyArray<{
    /** number of the correction, counted from 1 */
    readonly number: number;
    /** UTC day of the corrected row */
    readonly date: string;
    /** when it was corrected; ISO 8601, UTC */
    readonly revised_at: string;
    /** why, in plain words */
    readonly reason: string;
    /** the correct score */
    readonly score: number;
    /** the correct smoothed score */
    readonly score_smoothed: number;
    /** label of the phase of that score, always in English */
    readonly phase: "Bottom" | "Accumulation" | "Bull Active" | "Hot Zone" | "Peak";
    /** the phase as a constant for programs */
    readonly phase_key: "FONDO" | "ACUM" | "BULL" | "HOT" | "PEAK";
    /** the correct Bitcoin price in USD, at most two decimals */
    readonly btc_price_usd: number;
  }>;
  /** address of the next page; null on the last one */
  readonly next: string | null;
};

export type ProHistoryRow = {
  /** UTC day, YYYY-MM-DD; the row is computed at 06:00 UTC of that day */
  readonly date: string;
  /** score of the day: 0 to 100, at most one decimal */
  readonly score: number;
  /** 10-day exponential average of the daily scores, at most one decimal */
  readonly score_smoothed: number;
  /** label of the phase of score, always in English */
  readonly phase: "Bottom" | "Accumulation" | "Bull Active" | "Hot Zone" | "Peak";
  /** the phase as a constant for programs */
  readonly phase_key: "FONDO" | "ACUM" | "BULL" | "HOT" | "PEAK";
  /** Bitcoin price in USD when the row was computed, at most two decimals */
  readonly btc_price_usd: number;
  /** the settled phase after this row */
  readonly settled_phase_key: "FONDO" | "ACUM" | "BULL" | "HOT" | "PEAK";
};

export type SandboxScenesReply = {
  /** true; false in every error response */
  readonly ok: true;
  /** all scenes */
  readonly scenes: ReadonlyArray<{
    /** name of the scene, as in its addresses */
    readonly name: string;
    /** what it shows */
    readonly summary: string;
    /** prefix of the usual paths, and the value of data-api in a widget */
    readonly url: string;
  }>;
  /** the paths available in every scene */
  readonly paths: ReadonlyArray<string>;
  /** an API Pro key for all scenes; only where API Pro is enabled */
  readonly test_key?: string;
};

export type HealthReply = {
  readonly ok: true;
};

export type ProblemReply = {
  /** false; true in every successful response */
  readonly ok: false;
  /** URI of the problem type; about:blank if the status is self-explanatory */
  readonly type: string;
  /** the problem type in words */
  readonly title: string;
  /** the HTTP status */
  readonly status: number;
  /** what went wrong, in a sentence */
  readonly detail: string;
};

export type QuotaReply = {
  /** false; true in every successful response */
  readonly ok: false;
  /** URI of the problem type; about:blank if the status is self-explanatory */
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
