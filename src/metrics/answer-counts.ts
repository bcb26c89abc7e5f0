import { Counter, type Registry } from "prom-client";
import type { AnswerGroup, Meters } from "../operations/ports.js";

const GROUPS = ["current", "history", "extra", "embed", "picture", "page", "health", "metrics", "other"] as const;

/** First digits of a status. */
const CLASSES = [2, 3, 4, 5] as const;

const TOO_MANY_REQUESTS = 429;

/**
 * Counts answers in plain integers, which are given to the registry at a scrape only: an answer costs two additions.
 * All series are there from the start, so that the first answer of a kind is an increase.
 */
export function answerCounts(registry: Registry): Meters["answered"] {
  const counts = Object.fromEntries(GROUPS.map((group) => [group, [0, 0, 0, 0, 0, 0]])) as Record<
    AnswerGroup,
    number[]
  >;
  let refusals = 0;
  const answers = new Counter({
    name: "peak_answers_total",
    help: "Answers to requests, by what was asked for and the class of the status.",
    labelNames: ["group", "status"],
    registers: [registry],
    collect() {
      answers.reset();
      for (const group of GROUPS) {
        for (const first of CLASSES) answers.inc({ group, status: `${first}xx` }, counts[group][first] ?? 0);
      }
    },
  });
  const refused = new Counter({
    name: "peak_limit_refusals_total",
    help: "Requests that the limiter refused with status 429.",
    registers: [registry],
    collect() {
      refused.reset();
      refused.inc(refusals);
    },
  });
  return (group, status) => {
    const first = (status / 100) | 0;
    const row = counts[group];
    row[first] = (row[first] ?? 0) + 1;
    if (status === TOO_MANY_REQUESTS) refusals++;
  };
}
