import { html } from "../../html.js";
import { FACTS } from "../facts.js";

export const status = {
  menu: "Status",
  title: (indexName: string) => `Status of the ${indexName}`,
  description: "Whether the score is fresh, when the next one is due, and how its sources are.",
  heading: "Status",
  waiting: "There is no score yet: the service is collecting the price history it needs.",
  terms: {
    phase: "Phase",
    settled: "Settled phase",
    price: "Bitcoin price",
    dominance: "Bitcoin dominance",
    fearGreed: "Fear & Greed",
  },
  lead: "Is the score fresh, and what is it based on?",
  firstFetch: (percent: string) => `The past is being fetched: ${percent} of it is there.`,
  asOf: (minute: string) => `As of ${minute}.`,
  now: {
    heading: "The score now",
    fresh: "Fresh",
    stale: `Stale: the score is older than ${FACTS.staleHours} hours`,
    score: "Score",
    computed: "Computed",
    nextScore: "Next score",
    nextRow: "Next daily row",
    overdue: "overdue",
    since: (days: string, day: string) => `for ${days}, since ${day}`,
    change: "Change in points",
    unknown: "not known yet",
    coverage: "Coverage",
    complete: "complete: there is data for every part of the score",
    partly: (percent: string) =>
      `${percent}: some data is missing; the parts that have data are weighted up to make up for it`,
  },
  figures: {
    heading: "Live figures",
    intro: "The last accepted value of each figure stays until a newer one is accepted. This is how old they are.",
    columns: ["Figure", "From", "Observed"],
    single: "(no second source)",
  },
  sources: {
    heading: "Sources",
    intro:
      "For each kind of data there is an order of sources. The next one is asked when the one before has not given enough.",
    columns: ["Source", "Gives", "Last answer", "State"],
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
      unreachable: "it did not answer in time",
      throttled: "it asked us to wait",
      refused: "it refused the question",
      malformed: "its answer had another form than documented",
      implausible: "it gave a number that cannot be true",
    },
    terms: (link: string) => html`What each source allows is on the page <a href="${link}">Attribution</a>.`,
  },
  limits: {
    heading: "What this can say, and what not",
    points: {
      stored: "It shows what is stored: the scores and rows, and when they were computed.",
      unreachable:
        "It does not know when nobody could reach the service: requests that never arrive are not seen. Only someone outside can measure that.",
      readers: "A score that was computed in time may have reached readers late, for instance through a cache.",
      gaps: "Scores are stored once and never changed, so no gap is filled afterwards. A missed daily row is computed later, as of its own 06:00 UTC, and stays marked as late.",
    },
  },
  json: (link: string) => html`The same for programs: <a href="${link}"><code>/api/public/nhci/meta</code></a>.`,
} as const;
