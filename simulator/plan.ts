import { isAnswerFault, isContentFault } from "./faults.js";
import { faultyAnswer } from "./faults-answers.js";
import { withContentFault, withoutPagePosition } from "./faults-content.js";
import type { FaultRule } from "./faults-switchboard.js";
import type { Answer, SimulatedUpstream, UpstreamRequest } from "./upstream.js";

/** How an answer travels. */
export interface Delivery {
  /** Wait before the first byte, milliseconds. */
  readonly delayMs: number;
  /** The body is sent in ten pieces over so many milliseconds. */
  readonly spreadMs: number;
  /** What the connection does instead of delivering. */
  readonly cut: "none" | "hang" | "reset" | "dns-fail" | "truncate";
  /** White space put before the body. */
  readonly padding: "none" | "gzip" | "plain";
  /** How far the Date header is from the simulated time, milliseconds. */
  readonly dateShiftMs: number;
}

export interface Plan {
  readonly answer: Answer;
  readonly delivery: Delivery;
}

const STALE_MS = 21_600_000;

/** What is said to a request, and how, with all its faults. */
export function plan(upstream: SimulatedUpstream, request: UpstreamRequest, rules: readonly FaultRule[]): Plan {
  const loops = rules.some((rule) => rule.fault === "page-loop");
  const heard = loops ? withoutPagePosition({ upstream, request }) : request;
  const target = request.path + request.url.search;
  let answer: Answer | undefined;
  for (const { fault, options } of rules) {
    if (isAnswerFault(fault)) {
      answer = faultyAnswer(fault, { source: upstream.name, options, nowMs: request.nowMs, target });
    } else if (isContentFault(fault)) {
      answer = withContentFault(fault, answer ?? upstream.answer(heard), { upstream, request: heard, options });
    }
  }
  return { answer: answer ?? upstream.answer(heard), delivery: delivery(rules) };
}

function delivery(rules: readonly FaultRule[]): Delivery {
  const find = (fault: FaultRule["fault"]) => rules.find((rule) => rule.fault === fault)?.options;
  const has = (fault: FaultRule["fault"]) => find(fault) !== undefined;
  const [slow, slowBody] = [find("slow"), find("slow-body")];
  const [stale, future] = [find("stale-timestamp"), find("future-timestamp")];
  const shift = (options: { readonly seconds?: number }) =>
    options.seconds === undefined ? STALE_MS : options.seconds * 1000;
  return {
    delayMs: slow === undefined ? 0 : (slow.ms ?? 2000),
    spreadMs: slowBody === undefined ? 0 : (slowBody.ms ?? 2000),
    cut: (["dns-fail", "hang", "reset"] as const).find(has) ?? (has("200-truncated-json") ? "truncate" : "none"),
    padding: has("gzip-bomb") ? "gzip" : has("over-20-mb") ? "plain" : "none",
    dateShiftMs: (future === undefined ? 0 : shift(future)) - (stale === undefined ? 0 : shift(stale)),
  };
}
