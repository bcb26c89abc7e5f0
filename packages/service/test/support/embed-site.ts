import { Agent, request as ask, createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { composedSite, type SiteState } from "./composed-site.js";

/**
 * How the two endpoints of the API behave: `well`; `limited`: 429, again after 30 s; `broken`: 500; `offline`: the
 * connection breaks; `silent`: no answer at all until the behavior changes.
 */
export type ApiBehavior = "well" | "limited" | "broken" | "offline" | "silent";

export interface EmbedSite {
  /** `http://127.0.0.1:<port>`, without a slash at the end. */
  readonly origin: string;
  /** Every request so far, oldest first: method, path and query. */
  readonly asked: readonly string[];
  /** How many requests for a path there were. */
  count(path: string): number;
  /** From now on; silent requests are answered in the new way. */
  api(behavior: ApiBehavior): void;
  /** Scripts that are answered in the place of the service's, by path: another version of it. */
  readonly otherScripts: Map<string, string>;
  /** The origin answers nothing at all, as if the network were gone. */
  isGone: boolean;
}

export const CURRENT = "/api/public/nhci";
export const HISTORY = "/api/public/nhci/history";
/** What widgets ask after a 429. */
export const EMBED_DATA = "/embed/nhci.json";

/** The composed service behind a door of its own that can be told to misbehave. The door is closed after the test. */
export async function embedSite(state: SiteState = "normal"): Promise<EmbedSite> {
  const { origin, client } = await composedSite(state);
  const asked: string[] = [];
  let behavior: ApiBehavior = "well";
  const silenced: (() => void)[] = [];
  const pass = door(origin, client);
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const isApi = request.url?.startsWith(CURRENT) === true;
    const other = site.otherScripts.get(request.url ?? "");
    if (site.isGone || (isApi && behavior === "offline")) request.socket.destroy();
    else if (other !== undefined) response.writeHead(200, { "content-type": "text/javascript" }).end(other);
    else if (!isApi || behavior === "well") pass(request, response);
    else if (behavior === "silent") silenced.push(() => answer(request, response));
    else if (behavior === "limited") refuse(response, { status: 429, retryAfter: 30 });
    else refuse(response, { status: 500 });
  };
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    answer(request, response);
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
    api(next) {
      behavior = next;
      for (const go of silenced.splice(0)) go();
    },
    otherScripts: new Map(),
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

interface Refusal {
  readonly status: number;
  readonly retryAfter?: number;
}

/** As the service refuses, open to every origin. */
function refuse(response: ServerResponse, { status, retryAfter }: Refusal): void {
  response.writeHead(status, {
    "content-type": "application/problem+json",
    "cache-control": "no-store",
    "access-control-allow-origin": "*",
    "access-control-expose-headers": "Retry-After",
    ...(retryAfter === undefined ? {} : { "retry-after": String(retryAfter) }),
  });
  response.end(JSON.stringify({ ok: false, type: "about:blank", title: "refused by the test", status }));
}
