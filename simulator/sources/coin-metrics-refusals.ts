import type { Json } from "../json.js";
import { type Answer, jsonAnswer } from "../upstream.js";

/** A refusal as the API words it; the `type` is what a client keys on. */
export interface Refusal {
  readonly status: number;
  readonly type: string;
  readonly message: string;
}

/** One emitted row with the key pages are cut by. */
export interface MetricsRow {
  readonly asset: string;
  readonly day: number;
  readonly json: Json;
}

export function bad(name: string, value: string): Refusal {
  return { status: 400, type: "bad_parameter", message: `Bad parameter '${name}'. Value '${value}' is not supported.` };
}

export function refused({ status, type, message }: Refusal): Answer {
  return jsonAnswer({ error: { type, message } }, status);
}
