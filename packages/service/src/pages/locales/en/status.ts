import { html } from "../../html.js";

export const status = {
  title: (indexName: string) => `Status of the ${indexName}`,
  description: "Whether everything works, when the next score is due, and how the sources are doing.",
  waiting: "There is no score yet: the service is collecting the price history it needs.",
  firstFetch: (percent: string) => `The history is being loaded: ${percent} is done.`,
  verdict: {
    works: (age: string) => `Everything works. Last score ${age}.`,
    failing: (count: number, age: string) =>
      `The score is up to date, but ${count === 1 ? "one source is" : `${count} sources are`} not responding. Last ` +
      `score ${age}.`,
    unsure: (count: number, age: string) =>
      `The score is up to date, but ${count === 1 ? "one input is" : `${count} inputs are`} unsure. Last score ${age}.`,
    late: (age: string) => `The daily row is late. Last score ${age}.`,
    trouble: (age: string) => `Nothing can be stored right now. Last score ${age}.`,
    stale: (age: string) => `The score is out of date. Last score ${age}.`,
  },
  top: {
    nextScore: "Next score",
    nextRow: "Next daily row",
    sources: "Sources responding",
    of: (all: number) => `of ${all}`,
    coverage: "Measures with data",
  },
  unknown: "–",
  overdue: "overdue",
  details: "Details",
  asOf: (minute: string) => `As of ${minute}.`,
  json: (link: string) => html`Also available as <a href="${link}">JSON</a>.`,
  score: {
    heading: "Score",
    note: (score: string, time: string) => `${score}, computed at ${time}\u00a0UTC`,
    phase: "Phase",
    settled: "Settled phase",
    since: (days: string, day: string) => `for ${days}, since ${day}`,
    change: "Change in points",
    coverage: "Data",
    complete: "all four measures have data",
    partly: (percent: string) => `${percent} of the weight has data; those measures count more instead`,
  },
  inputs: {
    heading: "Inputs",
    note: (open: number) => (open === 0 ? "all in order" : open === 1 ? "1 needs attention" : `${open} need attention`),
    intro:
      "What the score is computed from. Where several sources have a figure, it counts when most of them agree; a " +
      "source that usually publishes later does not count as missing yet.",
    columns: ["Input", "Source", "Confirmed by", "Observed", "State"],
    confirmedBy: (agreeing: number, enabled: number) =>
      `${agreeing} of ${enabled === 1 ? "1 source" : `${enabled} sources`}`,
    states: {
      ok: "ok",
      unconfirmed: "not confirmed",
      replaced: "replaced",
      silent: "no response",
      unsure: "unsure",
      unknown: "not asked yet",
      off: "switched off",
    },
    unsure: (minute: string, reason: string) => `since ${minute}: ${reason}`,
    replaced: (minute: string) => `another source has replaced the first one since ${minute}`,
    unconfirmed: (minute: string) => `no second source has agreed since ${minute}`,
    refused: (source: string, minute: string) => `${source} contradicted since ${minute}`,
    silent: (source: string, minute: string) => `${source} silent since ${minute}`,
  },
  sources: {
    heading: "Sources",
    note: (ok: number, failing: number) => `${ok} ok${failing === 0 ? "" : `, ${failing} failing`}`,
    intro: "Each figure has a list of sources; if one fails, the next is used.",
    columns: ["Source", "Provides", "Last response", "State"],
    gives: {
      prices: "live prices",
      dailyCloses: "daily closes",
      mvrv: "MVRV of Bitcoin",
      hourlyCloses: "hourly closes",
      dominance: "Bitcoin dominance",
      fearGreed: "Fear & Greed",
    },
    never: "none yet",
    health: { ok: "ok", failing: "failing", idle: "idle" },
    idle: "not needed in the last day",
    faults: {
      unreachable: "no response in time",
      throttled: "asked us to wait",
      refused: "refused the request",
      malformed: "sent an unexpected format",
      implausible: "sent an impossible number",
      not_asked: "not asked, because the rate of tether is unknown",
    },
    terms: (link: string) => html`Names, links and licenses: <a href="${link}">Sources</a>.`,
  },
  limits: {
    heading: "What this page cannot show",
    points: [
      "Whether you could reach the service: requests that never arrive are not seen here.",
      "Whether a cache delivered a score late.",
      "Gaps stay visible: a missed daily row is computed later from the data of its own 06:00 UTC and stays marked " +
        "as late.",
    ],
  },
} as const;
