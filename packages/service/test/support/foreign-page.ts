import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export interface ForeignPage {
  /** Its address: `http://localhost:<port>/`, while the site is at 127.0.0.1 and another port. */
  readonly url: string;
  readonly origin: string;
  /** Of `/`, from the next load on. */
  html: string;
}

export interface ForeignOptions {
  readonly html: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Further pages by path, e.g. `{ "/next": "<p>…" }`; the same headers. */
  readonly others?: Readonly<Record<string, string>>;
}

/**
 * The strictest policy under which the widgets work: what the documentation tells a host to allow, and nothing else.
 */
export function strictPolicy(siteOrigin: string): Record<string, string> {
  const parts = [
    "default-src 'none'",
    `script-src ${siteOrigin}`,
    `connect-src ${siteOrigin}`,
    "require-trusted-types-for 'script'",
  ];
  return { "content-security-policy": parts.join("; ") };
}

/** Someone's site, on an origin that is not ours. Closed after the test. */
export async function foreignPage({ html, headers = {}, others = {} }: ForeignOptions): Promise<ForeignPage> {
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    const found = path === "/" ? page.html : others[path];
    // A browser asks for an icon by itself; that it has none must not look like a fault of the widgets.
    if (found === undefined) return void response.writeHead(path === "/favicon.ico" ? 204 : 404).end();
    response.writeHead(200, { "content-type": "text/html; charset=utf-8", "cache-control": "max-age=0", ...headers });
    response.end(found);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  const page = { url: `${origin}/`, origin, html };
  return page;
}
