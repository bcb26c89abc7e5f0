/** `/mcp`: the tools for agents over HTTP, off unless the operator switches them on. They ask this process and nobody else. */
import type { IncomingMessage } from "node:http";
import type { Clock } from "../platform/clock.js";
import { CONNECTION_LIMITS } from "./connections.js";
import { CORS_HEADERS, preflightHeaders } from "./cors.js";
import { BODY_TOO_LONG, FOREIGN_ORIGIN, ONE_MESSAGE, POST_ONLY } from "./problems.js";
import { type PreparedResponse, type Responder, uncachedResponse } from "./response-variants.js";

export const MCP_PATH = "/mcp";

interface McpDeps {
  readonly clock: Clock;
  /** Answers the paths of the API as it answers everybody, but without the limit. */
  readonly api: Responder;
  /** Puts the limit of the API before a responder. */
  readonly limited: (responder: Responder) => Responder;
}

/** Answers the protocol's Streamable HTTP: one message a POST, no session, no stream. What speaks it is loaded with the first. */
export function mcpResponder({ clock, api, limited }: McpDeps): Responder {
  let tools: ReturnType<typeof loadTools> | undefined;
  const post = limited(async (request) => {
    const text = await bodyOf(request);
    if (text === undefined) return BODY_TOO_LONG;
    const message = messageIn(text);
    if (message === undefined) return ONE_MESSAGE;
    tools ??= loadTools(clock, api);
    return prepared(await (await tools)(webRequest(request), message));
  });
  return (request, path) => {
    if (request.method === "OPTIONS") {
      const head = preflightHeaders(request.headers["access-control-request-headers"], "POST, OPTIONS");
      return { status: 204, head, body: "" };
    }
    if (request.method !== "POST") return POST_ONLY;
    return isOrigin(request.headers.origin) ? post(request, path) : FOREIGN_ORIGIN;
  };
}

async function loadTools(clock: Clock, api: Responder) {
  const [{ httpTools }, { peakClient }] = await Promise.all([import("peak-cycle-mcp"), import("peak-cycle-client")]);
  const fetch = async (address: string | URL | Request, { headers }: RequestInit = {}) => {
    const { pathname } = new URL(String(address));
    const { status, head, body } = await api({ headers: headers as object } as IncomingMessage, pathname);
    const lines = head.flatMap((name, i) => (i % 2 === 0 ? [[name, head[i + 1] ?? ""] as [string, string]] : []));
    return new Response(status === 304 ? null : body, { status, headers: lines });
  };
  // A client for each request: a kept one would go on waiting after a 503, although here it costs nothing to ask again.
  return httpTools(() => peakClient({ baseUrl: IN_PROCESS, fetch, clock, maxWaitMs: 0 }));
}

/** Stands where an address has to stand; nothing is sent there. */
const IN_PROCESS = "http://in-process.invalid";

/**
 * The protocol has a server check where a page comes from. Every page may ask, as everywhere in this API: the answers are public,
 * and there is nothing to sign in to and nothing to change. What is no origin is refused.
 */
function isOrigin(origin: string | undefined): boolean {
  if (origin === undefined || origin === "null") return true;
  return URL.canParse(origin) && new URL(origin).origin === origin.toLowerCase();
}

/** @returns `undefined` when it is too long */
function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  return new Promise((resolve) => {
    let bytes = Buffer.alloc(0);
    request.on("data", (chunk: Buffer) => {
      if (bytes.length + chunk.length > CONNECTION_LIMITS.bodyBytes) resolve(undefined);
      else bytes = Buffer.concat([bytes, chunk]);
    });
    request.on("end", () => resolve(bytes.toString()));
    request.on("close", () => resolve("")); // nobody reads the answer
  });
}

/** @returns `undefined` for what is no JSON, and for a list of messages, which would pass the limit as one request */
function messageIn(text: string): unknown {
  try {
    const message: unknown = JSON.parse(text);
    return Array.isArray(message) ? undefined : message;
  } catch {
    return undefined;
  }
}

/** What of a request the protocol reads besides its message. */
function webRequest({ headers }: IncomingMessage): Request {
  const names = Object.keys(headers).filter((name) => /^(accept|content-type|mcp-.*)$/.test(name));
  const lines = names.map((name) => [name, String(headers[name])] as [string, string]);
  return new Request(`${IN_PROCESS}${MCP_PATH}`, { method: "POST", headers: lines });
}

async function prepared(response: Response): Promise<PreparedResponse> {
  const contentType = response.headers.get("Content-Type") ?? "application/json";
  return uncachedResponse(response.status, contentType, Buffer.from(await response.arrayBuffer()), CORS_HEADERS);
}
