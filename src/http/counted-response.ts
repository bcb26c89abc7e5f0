import { type IncomingMessage, type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { Meters } from "../operations/ports.js";
import { groupOf } from "./router.js";

type Head = OutgoingHttpHeaders | OutgoingHttpHeader[];

/** A response that is counted when its head is written, which every answer to a request passes once, whoever writes it. */
export function countedResponse({ answered }: Pick<Meters, "answered">): typeof ServerResponse {
  return class CountedResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
    override writeHead(status: number, reason?: string | Head, head?: Head): this {
      answered(groupOf(this.req.url ?? ""), status);
      return super.writeHead(status, reason as string, head);
    }
  };
}
