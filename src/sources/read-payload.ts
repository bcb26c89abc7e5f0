import type * as z from "zod";
import { UpstreamError } from "../domain/errors.js";

/**
 * Reads what is used of a payload and ignores the rest.
 *
 * @throws UpstreamError `malformed`, naming where the shape departs from the documented one
 */
export function readPayload<T extends z.ZodType>(source: string, schema: T, payload: unknown): z.output<T> {
  const parsed = schema.safeParse(payload);
  if (parsed.success) return parsed.data;
  const path = parsed.error.issues[0]?.path ?? [];
  const place = path.length === 0 ? "the top" : path.map(String).join(".");
  throw new UpstreamError(source, "malformed", `another shape than documented at ${place}`);
}
