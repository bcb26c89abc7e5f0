// The requests under `/control` that set the time and the faults of a running simulator, and read what it was asked.

import { readInstant, type SimulatorClock } from "./clock.js";
import { FAULTS, type FaultOptions, isFault } from "./faults/catalogue.js";
import type { Faults } from "./faults/switchboard.js";
import { isObject, type Json } from "./json.js";
import type { RequestLog } from "./request-log.js";
import { jsonAnswer, type SourceResponse } from "./source.js";
import { isSource, SOURCE_NAMES } from "./sources/all.js";

interface ControlDeps {
  readonly clock: SimulatorClock;
  readonly faults: Faults;
  readonly requests: RequestLog;
}

interface ControlRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: string;
}

const asJson = (value: object): Json => JSON.parse(JSON.stringify(value)) as Json;

/**
 * The simulator's own routes: `GET|PUT|DELETE /control/faults`, `GET|PUT|DELETE /control/clock`, `GET|DELETE /control/requests`.
 * What cannot be understood is answered 400 with what could be.
 */
export function control(deps: ControlDeps, request: ControlRequest): SourceResponse {
  const body = readObject(request.body);
  if (body === undefined) return refused("the body is no JSON object");
  switch (`${request.method} ${request.path}`) {
    case "GET /control/faults":
      return jsonAnswer({ known: [...FAULTS], rules: asJson(deps.faults.list()) });
    case "PUT /control/faults":
      return putFault(deps, body);
    case "DELETE /control/faults":
      return deleteFaults(deps, request.query);
    case "GET /control/clock":
      return clockAnswer(deps);
    case "PUT /control/clock":
      return putClock(deps, body);
    case "DELETE /control/clock":
      deps.clock.reset();
      return clockAnswer(deps);
    case "GET /control/requests":
      return jsonAnswer(asJson(deps.requests.read()));
    case "DELETE /control/requests":
      deps.requests.clear();
      return jsonAnswer(asJson(deps.requests.read()));
    default:
      return jsonAnswer({ error: "the control routes are /control/faults, /control/clock and /control/requests" }, 404);
  }
}

type JsonObject = { readonly [key: string]: Json };

function readObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = text === "" ? {} : JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function refused(error: string): SourceResponse {
  return jsonAnswer({ error }, 400);
}

const OPTION_TYPES: Readonly<Record<keyof FaultOptions, "number" | "string">> = {
  path: "string",
  after: "number",
  times: "number",
  ms: "number",
  seconds: "number",
  rows: "string",
  factor: "number",
  count: "number",
  day: "string",
  key: "string",
  location: "string",
  message: "string",
};

function putFault({ faults }: ControlDeps, { source, fault, ...options }: JsonObject): SourceResponse {
  if (source !== "*" && !isSource(source)) return refused(`source must be "*" or one of ${SOURCE_NAMES.join(", ")}`);
  if (!isFault(fault)) return refused(`fault must be one of ${FAULTS.join(", ")}`);
  const types: Readonly<Record<string, string>> = OPTION_TYPES;
  const wrong = Object.entries(options).find(([name, value]) => typeof value !== types[name]);
  if (wrong !== undefined) return refused(`option ${wrong[0]} is unknown or of the wrong type`);
  if (options["rows"] !== undefined && !["newest", "history", "all"].includes(String(options["rows"]))) {
    return refused("rows must be newest, history or all");
  }
  faults.set(source, fault, options as FaultOptions);
  return jsonAnswer({ rules: asJson(faults.list()) });
}

function deleteFaults({ faults }: ControlDeps, query: URLSearchParams): SourceResponse {
  const source = query.get("source") ?? undefined;
  if (source !== undefined && source !== "*" && !isSource(source)) {
    return refused(`source must be "*" or one of ${SOURCE_NAMES.join(", ")}`);
  }
  faults.clear(source, query.get("path") ?? undefined);
  return jsonAnswer({ rules: asJson(faults.list()) });
}

function clockAnswer({ clock }: ControlDeps): SourceResponse {
  return jsonAnswer({ now: new Date(clock.now()).toISOString() });
}

/** `{"at": ISO}` stands still, `{"startAt": ISO}` runs on from there, `{"offsetMs": n}` moves the machine's time. */
function putClock(deps: ControlDeps, { at, startAt, offsetMs }: JsonObject): SourceResponse {
  const instant = readInstant(String(at ?? startAt ?? ""));
  if (typeof offsetMs === "number") deps.clock.moveBy(offsetMs);
  else if (instant === undefined) return refused("give at or startAt as an ISO instant, or offsetMs as a number");
  else if (at !== undefined) deps.clock.fixAt(instant);
  else deps.clock.startAt(instant);
  return clockAnswer(deps);
}
