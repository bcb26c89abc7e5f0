/**
 * `/mcp`: the tools for agents over HTTP, where the operator switches them on. They ask this process and nobody else.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { PeakClientOptions } from "peak-cycle-client";
import { FOREIGN_ORIGIN, ONE_MESSAGE, sendProblem } from "../problems.js";

export const MCP_PATH = "/mcp";

/**
 * The protocol's Streamable HTTP: one message a POST, no session, no stream. Each tool asks the site's own routes from
 * the address of the client, so that calls count against its limit as its own requests would, and nothing else does.
 */
export function mcp(app: FastifyInstance): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const { headers, body, ip } = request;
    if (!isOrigin(headers.origin)) return sendProblem(reply, FOREIGN_ORIGIN);
    if (Array.isArray(body)) return sendProblem(reply, ONE_MESSAGE);
    // What speaks the protocol is loaded with the first message.
    const [{ httpTools }, { peakClient }] = await Promise.all([import("peak-cycle-mcp"), import("peak-cycle-client")]);
    // A client for each request: a kept one would go on waiting after a 503, although here it costs nothing to ask
    // again.
    const peak = () => peakClient({ baseUrl: IN_PROCESS, fetch: fetchInside(app, ip), maxWaitMs: 0 });
    const response = await httpTools(peak)(messageOf(headers), body);
    reply.code(response.status).header("cache-control", "no-store");
    return reply.type(response.headers.get("content-type") ?? "application/json").send(await response.text());
  };
  app.removeContentTypeParser("text/plain");
  for (const path of [MCP_PATH, `${MCP_PATH}/`]) app.post(path, answer);
}

/** Stands where an address has to stand; nothing is sent there. */
const IN_PROCESS = "http://in-process.invalid";

function fetchInside(app: FastifyInstance, remoteAddress: string): PeakClientOptions["fetch"] {
  return async (address, { headers: asked } = {}) => {
    const request = { url: new URL(String(address)).pathname, headers: Object.fromEntries(new Headers(asked)) };
    const { statusCode: status, headers, rawPayload } = await app.inject({ ...request, remoteAddress });
    const body = status === 204 || status === 304 ? null : new Uint8Array(rawPayload);
    return new Response(body, { status, headers: headers as Record<string, string> });
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
function messageOf(headers: FastifyRequest["headers"]): Request {
  const own = Object.entries(headers).filter(([name]) => name.startsWith("mcp-"));
  const head = { accept: "application/json, text/event-stream", "content-type": "application/json" };
  return new Request(`${IN_PROCESS}${MCP_PATH}`, { method: "POST", headers: { ...head, ...Object.fromEntries(own) } });
}
