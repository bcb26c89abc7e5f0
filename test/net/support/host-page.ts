/** Somebody else's page with our widgets, on another origin, in a Chromium. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, inject, onTestFinished } from "vitest";
import { openRoots } from "../../../packages/service/test/support/open-roots.js";

export interface Visit {
  readonly page: Page;
  /** Everything that could bother somebody: console messages, errors, failed requests, one line each. */
  readonly noise: readonly string[];
  /** The origins of all requests. */
  readonly origins: ReadonlySet<string>;
  readonly origin: string;
}

export interface HostPage {
  readonly html: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Suites that need a browser; left out where none is installed, which `npm test` says. */
export function browserSuite(name: string, tests: (visit: (host: HostPage) => Promise<Visit>) => void): void {
  const endpoint = inject("browser");
  describe.skipIf(endpoint === undefined)(name, () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await chromium.connect(endpoint ?? "");
    });
    afterAll(() => browser?.close());
    tests((host) => visitHost(browser, host));
  });
}

async function visitHost(browser: Browser, { html, headers = {} }: HostPage): Promise<Visit> {
  const server = createServer(({ url }, response) => {
    if (url !== "/") return void response.writeHead(url === "/favicon.ico" ? 204 : 404).end();
    response.writeHead(200, { "content-type": "text/html", ...headers }).end(Buffer.from(html, "latin1"));
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const context = await browser.newContext({ locale: "en-US", timezoneId: "Pacific/Marquesas" });
  onTestFinished(async () => {
    await context.close();
    server.close();
  });
  await context.addInitScript(openRoots); // the widgets' shadow roots are closed
  const page = await context.newPage();
  const noise: string[] = [];
  const origins = new Set<string>();
  page.on("console", (message) => noise.push(`console ${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => noise.push(`error: ${error.message}`));
  page.on("requestfailed", (request) => noise.push(`failed: ${request.url()}`));
  page.on("request", (request) => origins.add(new URL(request.url()).origin));
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  await page.goto(origin);
  return { page, noise, origins, origin };
}
