import { Agent, request as ask, createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { composedSite, type SiteState } from "./composed-site.js";

export interface EmbedSite {
  /** `http://127.0.0.1:<port>`, without a slash at the end. */
  readonly origin: string;
  /** Every request so far, oldest first: method, path and query. */
  readonly asked: readonly string[];
  /** How many requests for a path there were. */
  count(path: string): number;
  /** The origin answers nothing at all, as if the network were gone. */
  isGone: boolean;
}

export const CURRENT = "/api/public/nhci";
export const HISTORY = "/api/public/nhci/history";
/** What widgets ask after a 429. */
export const EMBED_DATA = "/embed/nhci.json";

/** The composed service behind a door of its own that notes what is asked. The door is closed after the test. */
export async function embedSite(state: SiteState = "normal"): Promise<EmbedSite> {
  const { origin, client } = await composedSite(state);
  const asked: string[] = [];
  const pass = door(origin, client);
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    if (site.isGone) request.socket.destroy();
    else pass(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const site: EmbedSite = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    count: (path) => asked.filter((line) => line.split(" ")[1]?.split("?")[0] === path).length,
    isGone: false,
  };
  return site;
}

function door(behind: string, client: string): (request: IncomingMessage, response: ServerResponse) => void {
  const agent = new Agent({ keepAlive: false });
  return (request, response) => {
    const headers = { ...request.headers, "x-forwarded-for": client };
    const onward = ask(`${behind}${request.url}`, { method: request.method ?? "GET", headers, agent }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  };
}
