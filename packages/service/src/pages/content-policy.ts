/** The `Content-Security-Policy` of our own pages: nothing is allowed but what a page says that it needs. */
import { createHash } from "node:crypto";

/** @param style text of the page's `style` element */
export function contentPolicy(style: string, needs: Needs = {}): string {
  return [
    "default-src 'none'",
    `style-src ${sourceHash(style)}`,
    `img-src data:${needs.pictures === true ? " 'self'" : ""}`, // the icon is part of the page
    ...(needs.scripts === true ? ["script-src 'self'"] : []),
    ...(needs.requests === true ? ["connect-src 'self'"] : []),
    ...(needs.frames === true ? ["frame-src 'self'"] : []),
    ...(needs.manifest === true ? ["manifest-src 'self'"] : []),
    ...(needs.worker === true ? ["worker-src 'self'"] : []),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${needs.worker === true ? "peak-worker" : "'none'"}`,
  ].join("; ");
}

/** What the browser may do on a page, beyond its one style. All of it from our own origin. */
export interface Needs {
  readonly scripts?: boolean;
  /** Requests by scripts. */
  readonly requests?: boolean;
  readonly frames?: boolean;
  readonly pictures?: boolean;
  readonly manifest?: boolean;
  /** A script may register the worker; one Trusted Types policy lets its address through. */
  readonly worker?: boolean;
}

/** How a policy names a style or script that stands in the page. */
export function sourceHash(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
