import { STATUS_CODES } from "node:http";

/** A failure in our own words. */
export interface Problem {
  readonly status: number;
  /** A sentence safe to show to anyone. */
  readonly detail: string;
  /** A problem type of its own; without one, the status says it all. */
  readonly kind?: { readonly type: string; readonly title: string };
  /** Members of this problem type. */
  readonly also?: Readonly<Record<string, unknown>>;
}

/** The body of a failure: RFC 9457 with the extra member `ok`, so that clients that look at `ok` alone still work. */
export function presentProblem({ status, detail, kind, also }: Problem): string {
  const type = kind?.type ?? "about:blank";
  const title = kind?.title ?? STATUS_CODES[status] ?? "Error";
  return JSON.stringify({ ok: false, type, title, status, detail, ...also });
}
