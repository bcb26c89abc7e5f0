/** Other people's pages, on another origin. */
import { createServer, type RequestListener } from "node:http";
import { onTestFinished } from "vitest";
import { listening } from "./loopback.js";

/** Serves on a free port of the loopback until the test ends. @returns the port */
export async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  onTestFinished(() => server.closeAllConnections());
  return listening(server);
}

/** The strictest policy under which the widgets work, as documented. */
export function strictPolicy(siteOrigin: string): Record<string, string> {
  const policy = `default-src 'none'; script-src ${siteOrigin}; connect-src ${siteOrigin}`;
  return { "content-security-policy": `${policy}; require-trusted-types-for 'script'` };
}

/**
 * @param others further files by path
 * @returns the address, on `localhost`; sites are on 127.0.0.1
 */
export async function foreignPage(
  html: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
  others: Readonly<Record<string, string>> = {},
): Promise<string> {
  const port = await serve(({ url = "/" }, response) => {
    const found = url === "/" ? html : others[url];
    // Browsers request an icon on their own; a missing one must not look like an error of the widgets.
    if (found === undefined) return void response.writeHead(url === "/favicon.ico" ? 204 : 404).end();
    const type = url.endsWith(".js")
      ? "text/javascript"
      : `text/html${typeof html === "string" ? "; charset=utf-8" : ""}`;
    response.writeHead(200, { "content-type": type, ...headers }).end(found);
  });
  return `http://localhost:${port}/`;
}
