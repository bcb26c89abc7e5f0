import type { FastifyReply, FastifyRequest } from "fastify";
import { type Ready, write } from "../ready.js";

/** Writes a ready answer past the framework, so that every answer of the service is written in one way. */
export function answerWith(request: FastifyRequest, reply: FastifyReply, ready: Ready): void {
  reply.hijack();
  write(reply.raw, ready, request.method === "HEAD");
}
