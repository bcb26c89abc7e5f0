// Answers of a source that refuses, is overloaded, or has moved: status, headers and body as the real one sends them.

import type { Json } from "../json.js";
import { htmlAnswer, jsonAnswer, type SimulatedSource, type SourceResponse, textAnswer } from "../source.js";
import type { AnswerFault, FaultOptions } from "./catalogue.js";

/** The answer that a source gives in place of the right one, by the fault that is set. */
export function faultyAnswer(fault: AnswerFault, about: AnswerFaultCase): SourceResponse {
  return ANSWERS[fault](about);
}

interface AnswerFaultCase {
  readonly source: SimulatedSource;
  readonly options: FaultOptions;
  readonly nowMs: number;
  /** Path and query below the source, for redirects. */
  readonly target: string;
}

type Say = (about: AnswerFaultCase) => SourceResponse;

/** The source's own words for a status. */
const failed =
  (status: number, headers: Readonly<Record<string, string>> = {}): Say =>
  ({ source }) =>
    jsonAnswer(source.errorBody(status), status, headers);

const page =
  (status: number, title: string): Say =>
  () =>
    htmlAnswer(status, title);

const bare =
  (status: number): Say =>
  () => ({ status, headers: {} });

/** Too many requests, with a wait in seconds unless there is none. */
const limited =
  (status: number, usualSeconds?: number): Say =>
  ({ source, options }) => {
    const seconds = usualSeconds === undefined ? undefined : (options.seconds ?? usualSeconds);
    const headers: Record<string, string> = seconds === undefined ? {} : { "retry-after": String(seconds) };
    return jsonAnswer(source.errorBody(429), status, headers);
  };

const limitedUntil: Say = ({ source, options, nowMs }) => {
  const until = new Date(Math.ceil(nowMs / 1000) * 1000 + (options.seconds ?? 30) * 1000).toUTCString();
  return jsonAnswer(source.errorBody(429), 429, { "retry-after": until });
};

const RESTRICTED =
  "Service unavailable from a restricted location according to 'b. Eligibility' in https://www.binance.com/en/terms. Please contact customer service if you believe you received this message in error.";

const FORBIDDEN =
  "Requested metric 'CapRealUSD' with frequency '1d' for asset 'btc' is not available with supplied credentials.";
const OVER_RANGE = "Your request exceeds the allowed time range. Public users are limited to the past 365 days.";

/** An error inside a 200, as several services word it. */
const COMMON_STATUS_ERROR: Json = {
  status: { error_code: "1008", error_message: "something went wrong", elapsed: 0, credit_count: 0 },
};

/** 10 MB of them. */
const BRACKETS = 10_000_000;

const ANSWERS: Readonly<Record<AnswerFault, Say>> = {
  "101-upgrade": () => ({ status: 101, headers: { connection: "Upgrade", upgrade: "websocket" } }),
  "200-html": page(200, "Just a moment..."),
  "200-empty": () => textAnswer("", "application/json; charset=utf-8"),
  "204": bare(204),
  "304": bare(304),
  "400-body": failed(400),
  "401-range": () => jsonAnswer({ error: { status: { error_code: 10012, error_message: OVER_RANGE } } }, 401),
  "402": () => jsonAnswer({ error: "payment required" }, 402),
  "403-html-waf": page(403, "Access denied | Error 1020"),
  "403-forbidden-metric": () => jsonAnswer({ error: { type: "forbidden", message: FORBIDDEN } }, 403),
  "404": failed(404),
  "405-post": failed(405, { allow: "GET" }),
  "414": failed(414),
  "418+Retry-After": limited(418, 120),
  "429+Retry-After secs": limited(429, 30),
  "429+Retry-After HTTP-date": limitedUntil,
  "429 bare": limited(429),
  "429 hour-quota": () => jsonAnswer({ error: { code: "RATE_LIMIT_HOUR_EXCEEDED" } }, 429),
  "451-binance": () => jsonAnswer({ code: 0, msg: RESTRICTED }, 451),
  "500": failed(500),
  "522 html": page(522, "Error 522"),
  "200-error-array": () => jsonAnswer({ error: ["EGeneral:Too many requests"] }),
  "200-status-error": ({ source }) => jsonAnswer(source.statusError ?? COMMON_STATUS_ERROR),
  "200-throttled": ({ source }) => jsonAnswer(source.errorBody(429)),
  "nested-brackets": () => textAnswer("[".repeat(BRACKETS), "application/json; charset=utf-8"),
  "redirect-302": ({ target }) => ({ status: 302, headers: { location: `http://elsewhere.invalid${target}` } }),
};
