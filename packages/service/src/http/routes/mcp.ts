/** `/mcp`: the tools for agents over HTTP, if the operator enables them. They send requests only to this process. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { PeakClientOptions } from "peak-cycle-client";
import { FOREIGN_ORIGIN, ONE_MESSAGE, sendProblem } from "../problems.js";

export const MCP_PATH = "/mcp";

/**
 * The protocol's Streamable HTTP: one message per POST, no sessions, no streams. Each tool requests the site's own
 * routes with the client's address, so that these requests, and only these, count against the client's limit.
 */
export function mcpRoute(app: FastifyInstance): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const { headers, body, ip } = request;
    if (!isOrigin(headers.origin)) return sendProblem(reply, FOREIGN_ORIGIN);
    if (Array.isArray(body)) return sendProblem(reply, ONE_MESSAGE);
    // The protocol's library is loaded with the first message.
    const [{ httpTools }, { peakClient }] = await Promise.all([import("peak-cycle-mcp"), import("peak-cycle-client")]);
    // A new client per request: a shared one would back off after a 503, although retrying costs nothing here.
    const peak = () => peakClient({ baseUrl: IN_PROCESS, fetch: fetchInside(app, ip), maxWaitMs: 0 });
    const response = await httpTools(peak)(messageOf(headers), body);
    reply.code(response.status).header("cache-control", "no-store");
    return reply.type(response.headers.get("content-type") ?? "application/json").send(await response.text());
  };
  app.removeContentTypeParser("text/plain");
  for (const path of [MCP_PATH, `${MCP_PATH}/`]) app.post(path, answer);
}

/** A placeholder address; nothing is sent there. */
const IN_PROCESS = "http://in-process.invalid";

function fetchInside(app: FastifyInstance, remoteAddress: string): PeakClientOptions["fetch"] {
  return async (address, { headers: requestHeaders } = {}) => {
    const request = {
      url: new URL(String(address)).pathname,
      headers: Object.fromEntries(new Headers(requestHeaders)),
    };
    const { statusCode: status, headers, rawPayload } = await app.inject({ ...request, remoteAddress });
    const body = status === 204 || status === 304 ? null : new Uint8Array(rawPayload);
    return new Response(body, { status, headers: headers as Record<string, string> });
  };
}

/**
 * The protocol requires servers to check the Origin. Any page may use this server, like the rest of the API: responses
 * are public, and there are no logins and nothing to change. Only malformed origins are rejected.
 */
function isOrigin(origin: string | undefined): boolean {
  if (origin === undefined || origin === "null") return true;
  return URL.canParse(origin) && new URL(origin).origin === origin.toLowerCase();
}

/** The request headers that the protocol reads; any `Accept` gets JSON. */
function messageOf(headers: FastifyRequest["headers"]): Request {
  const own = Object.entries(headers).filter(([name]) => name.startsWith("mcp-"));
  const head = { accept: "application/json, text/event-stream", "content-type": "application/json" };
  return new Request(`${IN_PROCESS}${MCP_PATH}`, { method: "POST", headers: { ...head, ...Object.fromEntries(own) } });
}
