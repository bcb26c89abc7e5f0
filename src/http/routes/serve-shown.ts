import type { FastifyInstance } from "fastify";
import { type Answer, choose } from "../answer.js";
import { NOTHING_YET } from "../problems.js";
import { answerWith } from "./answer-with.js";

/** Answers a path with what is shown there, whatever the query says; 503 before there is anything. */
export function serveShown(app: FastifyInstance, path: string, answer: () => Answer | undefined): void {
  app.get(path, (request, reply) => {
    const made = answer();
    answerWith(request, reply, made === undefined ? NOTHING_YET : choose(made, request.headers));
  });
}
