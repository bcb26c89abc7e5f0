import type { IncomingMessage, ServerResponse } from "node:http";
import type { Log, RateLimit, RateLimitResult } from "../operations/ports.js";
import { choose } from "./answer.js";
import type { Caller } from "./caller.js";
import { answerInternal } from "./internal-fault.js";
import { isPath, PATHS } from "./paths.js";
import { NO_HISTORY, NO_SCORE, tooManyRequests } from "./problems.js";
import type { PublicAnswers } from "./public-answers.js";
import { type Ready, write } from "./ready.js";

export interface FastLaneDeps {
  readonly answers: PublicAnswers;
  readonly limit: RateLimit;
  readonly callerOf: Caller;
  readonly log: Log;
}

/** @returns false for any other request, which is left untouched */
export type FastLane = (request: IncomingMessage, response: ServerResponse, isHead: boolean) => boolean;

/** Answers GET and HEAD of the two public resources from bytes that are ready, after the limiter. */
export function fastLane({ answers, limit, callerOf, log }: FastLaneDeps): FastLane {
  const current = (request: IncomingMessage): Ready => {
    const answer = answers.current();
    return answer === undefined ? NO_SCORE : choose(answer, request.headers);
  };
  const history = (request: IncomingMessage): Ready => {
    const answer = answers.history();
    return answer === undefined ? NO_HISTORY : choose(answer, request.headers);
  };
  const later = async (
    verdict: Promise<RateLimitResult>,
    { request, response, isHead, answer }: Asked,
  ): Promise<void> => {
    try {
      write(response, judged(await verdict, answer, request), isHead);
    } catch (error) {
      answerInternal(error, { request, response, log });
    }
  };
  return (request, response, isHead) => {
    const target = request.url ?? "";
    const answer = isPath(target, PATHS.current) ? current : isPath(target, PATHS.history) ? history : undefined;
    if (answer === undefined) return false;
    const verdict = limit.take(callerOf(request.socket, request.headers["x-forwarded-for"]));
    if (verdict instanceof Promise) void later(verdict, { request, response, isHead, answer });
    else write(response, judged(verdict, answer, request), isHead);
    return true;
  };
}

type Answer = (request: IncomingMessage) => Ready;

/** A request whose verdict is on its way. */
interface Asked {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly isHead: boolean;
  readonly answer: Answer;
}

function judged({ allowed, resetSeconds }: RateLimitResult, answer: Answer, request: IncomingMessage): Ready {
  return allowed ? answer(request) : tooManyRequests(resetSeconds);
}
