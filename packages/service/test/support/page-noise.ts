import type { Page } from "playwright-core";

export interface PageNoise {
  /** Every console message, CSP report, uncaught error, unhandled rejection and failed request, as one line each. */
  readonly lines: readonly string[];
  /** Origins of everything that was asked for. */
  readonly origins: ReadonlySet<string>;
}

/** Listens from now on to everything a page could bother someone with. */
export function noiseOf(page: Page): PageNoise {
  const lines: string[] = [];
  const origins = new Set<string>();
  page.on("console", (message) => lines.push(`console ${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => lines.push(`error: ${error.message}`));
  page.on("crash", () => lines.push("the page crashed"));
  page.on("dialog", (dialog) => lines.push(`dialog: ${dialog.message()}`));
  page.on("requestfailed", (request) => lines.push(`failed: ${request.url()} ${request.failure()?.errorText ?? ""}`));
  page.on("request", (request) => origins.add(new URL(request.url()).origin));
  return { lines, origins };
}
