import type { IncomingMessage } from "node:http";
import type { Endpoint, EndpointDeps } from "../../../src/http/endpoint.js";
import { sampleDeps } from "./sample-deps.js";

/** What an endpoint answers to a GET of its path, uncompressed. @param target another address of it, with its query */
export async function askEndpoint(endpoint: Endpoint, deps: EndpointDeps = sampleDeps(), target = endpoint.path) {
  const request = { method: "GET", url: target, headers: {} } as IncomingMessage;
  const { status, head, body } = await endpoint.responder(deps)(request, target.replace(/\?.*/, ""));
  const header = (name: string) => (head.includes(name) ? (head[head.indexOf(name) + 1] ?? "") : "");
  return { status, header, text: Buffer.from(body as string).toString() };
}
