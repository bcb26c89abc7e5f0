import type { ContentFault } from "./faults.js";
import { NOWHERE } from "./faults-answers.js";
import { errorBody } from "./faults-bodies.js";
import { ROWS_FAULTS } from "./faults-rows.js";
import type { FaultOptions } from "./faults-switchboard.js";
import type { Json } from "./json.js";
import { type Answer, jsonAnswer, type SimulatedUpstream, type UpstreamRequest } from "./upstream.js";

/** Days the envelope of a series is shifted: the mistake known clients make. */
const SHIFT_POSITIONS = 7;

export interface ContentCase {
  readonly upstream: SimulatedUpstream;
  readonly request: UpstreamRequest;
  readonly options: FaultOptions;
}

/** The request as a source with a page-loop hears it: always the first page. */
export function withoutPagePosition({ upstream, request }: Omit<ContentCase, "options">): UpstreamRequest {
  const query = new URLSearchParams(request.query);
  for (const name of upstream.pagePosition) query.delete(name);
  return { ...request, query };
}

/** A right answer with one thing wrong inside. Answers the fault has no hold on stay as they are. */
export function withContentFault(fault: ContentFault, said: Answer, about: ContentCase): Answer {
  if (said.json === undefined || said.status !== 200) return said;
  const changed = (json: Json): Answer => ({ ...said, json });
  const { upstream, request, options } = about;
  switch (fault) {
    case "200-wrong-shape":
      return changed(wrongShape(said.json));
    case "200-warning-array":
      return changed(withMember(said.json, "error", [options.message ?? "WGeneral:Deprecated"]));
    case "page-loop":
      return upstream.name === "coin-metrics" ? changed(withNextPage(said.json, request.url.href, "loop")) : said;
    case "cross-host next_page_url":
      return changed(withMember(said.json, "next_page_url", elsewhere(request.url, options.location)));
    case "shifted-start":
      return changed(Array.isArray(said.json) ? said.json.map(shifted) : shifted(said.json));
    case "redeploy":
      if (upstream.name === "brk") return jsonAnswer(errorBody("brk", 404, "series not found"), 404);
      break;
    case "missing-key":
      if (upstream.name === "brk") return changed(withoutData(said.json, options.key ?? "data"));
      break;
    default:
  }
  return changed(withRowsFault(fault, said.json, about));
}

function withRowsFault(fault: ContentFault, json: Json, { upstream, request, options }: ContentCase): Json {
  const change = ROWS_FAULTS[fault];
  const shape = upstream.shape(request);
  if (change === undefined || shape === undefined) return json;
  const inTime = (rows: Json[]) => (shape.newest === "first" ? rows.toReversed() : rows);
  return shape.withRows(json, inTime(change(inTime(shape.rows(json)), { shape, options, nowMs: request.nowMs })));
}

function wrongShape(json: Json): Json {
  if (Array.isArray(json)) return { rows: json };
  return json !== null && typeof json === "object" ? [json] : { value: json };
}

function withMember(json: Json, name: string, value: Json): Json {
  return json !== null && typeof json === "object" && !Array.isArray(json) ? { ...json, [name]: value } : json;
}

/** Names the page itself as the next one, where the answer did not already. */
function withNextPage(json: Json, href: string, token: string): Json {
  if (json === null || typeof json !== "object" || Array.isArray(json) || json["next_page_url"] !== undefined)
    return json;
  const next = new URL(href);
  next.searchParams.set("next_page_token", token);
  return { ...json, next_page_token: token, next_page_url: next.href };
}

function elsewhere(url: URL, location = NOWHERE): string {
  return `${location}${url.pathname}${url.search}`;
}

function shifted(each: Json): Json {
  if (each === null || typeof each !== "object" || Array.isArray(each)) return each;
  const { start, end } = each;
  if (typeof start !== "number" || typeof end !== "number") return each;
  return { ...each, start: start - SHIFT_POSITIONS, end: end - SHIFT_POSITIONS };
}

function withoutData(json: Json, key: string): Json {
  if (Array.isArray(json))
    return json.map((each, place) => (place === json.length - 1 ? withoutData(each, key) : each));
  if (json === null || typeof json !== "object") return json;
  return Object.fromEntries(Object.entries(json).filter(([name]) => name !== key));
}
