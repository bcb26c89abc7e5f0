import type { IncomingMessage, ServerResponse } from "node:http";
import type { Log } from "../operations/ports.js";
import { INTERNAL } from "./problems.js";
import { write } from "./ready.js";

interface Failed {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly log: Log;
}

/** Answers 500 for a bug; its stack goes to the log and nowhere else. */
export function answerInternal(error: unknown, { request, response, log }: Failed): void {
  log.error({ error }, "a request failed");
  if (response.headersSent) response.destroy();
  else write(response, INTERNAL, request.method === "HEAD");
}
