/** Tests in the headless Chromium of the run. */
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, inject, onTestFinished } from "vitest";

export interface PageOptions extends Omit<BrowserContextOptions, "viewport"> {
  /** Size of the window, in CSS px. */
  readonly width?: number;
  readonly height?: number;
}

/** Timeout of one step, so that the error names the step before the test itself times out. */
const TIMEOUT_MS = 45_000;

/** Far west of Greenwich, with a half-hour offset: a day or minute that is not in UTC is different there. */
const TIME_ZONE = "Pacific/Marquesas";

/** An empty page in its own context; closed after the test. */
export type OpenPage = (options?: PageOptions) => Promise<Page>;

/** One context per page. Without Chromium the tests are skipped; `tools/prepare-tests.ts` then says so. */
export function browserSuite(name: string, tests: (open: OpenPage) => void): void {
  const endpoint = inject("chromium");
  describe.skipIf(endpoint === undefined)(name, () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await chromium.connect(endpoint ?? "");
    });
    afterAll(() => browser?.close());
    tests((options) => openPage(browser, options));
  });
}

async function openPage(browser: Browser, { width = 1000, height = 800, ...rest }: PageOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height },
    locale: "en-US",
    timezoneId: TIME_ZONE,
    ...rest,
  });
  context.setDefaultTimeout(TIMEOUT_MS);
  onTestFinished(() => context.close());
  await context.addInitScript(openRoots);
  return context.newPage();
}

/**
 * Runs in a page before its scripts, so that tests can look into the closed shadow roots of widgets. It must be
 * self-contained.
 */
export function openRoots(): void {
  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = function (this: Element, init) {
    return attachShadow.call(this, { ...init, mode: "open" });
  };
}

export interface PageNoise {
  /** Every console message, CSP report, uncaught error, unhandled rejection and failed request, as one line each. */
  readonly lines: readonly string[];
  /** Origins of all requests. */
  readonly origins: ReadonlySet<string>;
  /** Paths of all requests except for the page itself. */
  readonly asked: readonly string[];
}

/** From now on, records everything by which a widget could disturb a page. */
export function noiseOf(page: Page): PageNoise {
  const [lines, asked, origins] = [[] as string[], [] as string[], new Set<string>()];
  page.on("console", (message) => lines.push(`console ${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => lines.push(`error: ${error.message}`));
  page.on("requestfailed", (request) => lines.push(`failed: ${request.url()} ${request.failure()?.errorText ?? ""}`));
  page.on("request", (request) => {
    const { origin, pathname } = new URL(request.url());
    origins.add(origin);
    if (!request.isNavigationRequest()) asked.push(pathname);
  });
  return { lines, asked, origins };
}
