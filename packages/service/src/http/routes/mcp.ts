/**
 * `/mcp`: the tools for agents over HTTP, where the operator switches them on. They ask this process and nobody else.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { PeakClientOptions } from "peak-cycle-client";
import type { Edge } from "../edge.js";
import { FOREIGN_ORIGIN, ONE_MESSAGE, sendProblem } from "../problems.js";

export const MCP_PATH = "/mcp";

/**
 * The protocol's Streamable HTTP: one message a POST, no session, no stream. Each tool asks the site's own routes from
 * the address of the client, so that calls count against its limit as its own requests would, and nothing else does.
 */
export function mcp(app: FastifyInstance, { clock }: Pick<Edge, "clock">): void {
  let loaded: ReturnType<typeof loadTools> | undefined;
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isOrigin(request.headers.origin)) return sendProblem(reply, FOREIGN_ORIGIN);
    if (Array.isArray(request.body)) return sendProblem(reply, ONE_MESSAGE);
    loaded ??= loadTools();
    const { httpTools, peakClient } = await loaded;
    // A client for each request: a kept one would go on waiting after a 503, although here it costs nothing to ask
    // again.
    const fetch = fetchInside(app, request.ip);
    const tools = httpTools(() => peakClient({ baseUrl: IN_PROCESS, fetch, clock, maxWaitMs: 0 }));
    const response = await tools(webRequest(request), request.body);
    const text = await response.text();
    reply.code(response.status).header("cache-control", "no-store");
    return reply.type(response.headers.get("content-type") ?? "application/json").send(text);
  };
  app.removeContentTypeParser("text/plain");
  for (const path of [MCP_PATH, `${MCP_PATH}/`]) app.post(path, { config: { group: "extra" } }, answer);
}

/** What speaks the protocol is loaded with the first message. */
async function loadTools() {
  const [{ httpTools }, { peakClient }] = await Promise.all([import("peak-cycle-mcp"), import("peak-cycle-client")]);
  return { httpTools, peakClient };
}

/** Stands where an address has to stand; nothing is sent there. */
const IN_PROCESS = "http://in-process.invalid";

function fetchInside(app: FastifyInstance, remoteAddress: string): PeakClientOptions["fetch"] {
  return async (address, { headers } = {}) => {
    const { pathname } = new URL(String(address));
    const asked = Object.fromEntries(new Headers(headers));
    const {
      statusCode: status,
      headers: lines,
      rawPayload,
    } = await app.inject({ url: pathname, headers: asked, remoteAddress });
    const isEmpty = status === 204 || status === 304;
    return new Response(isEmpty ? null : new Uint8Array(rawPayload), {
      status,
      headers: lines as Record<string, string>,
    });
  };
}

/**
 * The protocol has a server check where a page comes from. Every page may ask, as everywhere in this API: the answers
 * are public, and there is nothing to sign in to and nothing to change. What is no origin is refused.
 */
function isOrigin(origin: string | undefined): boolean {
  if (origin === undefined || origin === "null") return true;
  return URL.canParse(origin) && new URL(origin).origin === origin.toLowerCase();
}

/** What of a request the protocol reads besides its message; any `Accept` gets JSON. */
function webRequest({ headers }: FastifyRequest): Request {
  const names = Object.keys(headers).filter((name) => name.startsWith("mcp-"));
  const lines = names.map((name) => [name, String(headers[name])] as [string, string]);
  const both = "application/json, text/event-stream";
  const head = [["accept", both], ["content-type", "application/json"], ...lines] as [string, string][];
  return new Request(`${IN_PROCESS}${MCP_PATH}`, { method: "POST", headers: head });
}
