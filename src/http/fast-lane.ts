import type { IncomingMessage, ServerResponse } from "node:http";
import type { RateLimit } from "../operations/ports.js";
import { choose } from "./answer.js";
import type { Caller } from "./caller.js";
import { isPath, PATHS } from "./paths.js";
import { NO_HISTORY, NO_SCORE, tooManyRequests } from "./problems.js";
import type { PublicAnswers } from "./public-answers.js";
import { type Ready, write } from "./ready.js";

export interface FastLaneDeps {
  readonly answers: PublicAnswers;
  readonly limit: RateLimit;
  readonly callerOf: Caller;
}

/** @returns false for any other request, which is left untouched */
export type FastLane = (request: IncomingMessage, response: ServerResponse, isHead: boolean) => boolean;

/** Answers GET and HEAD of the two public resources from bytes that are ready, after the limiter. */
export function fastLane({ answers, limit, callerOf }: FastLaneDeps): FastLane {
  const refusal = (request: IncomingMessage): Ready | undefined => {
    const client = callerOf(request.socket, request.headers["x-forwarded-for"]);
    const verdict = limit.take(client);
    return verdict.allowed ? undefined : tooManyRequests(verdict.resetSeconds);
  };
  const current = (request: IncomingMessage): Ready => {
    const answer = answers.current();
    return answer === undefined ? NO_SCORE : choose(answer, request.headers);
  };
  const history = (request: IncomingMessage): Ready => {
    const answer = answers.history();
    return answer === undefined ? NO_HISTORY : choose(answer, request.headers);
  };
  return (request, response, isHead) => {
    const target = request.url ?? "";
    const answer = isPath(target, PATHS.current) ? current : isPath(target, PATHS.history) ? history : undefined;
    if (answer === undefined) return false;
    write(response, refusal(request) ?? answer(request), isHead);
    return true;
  };
}
