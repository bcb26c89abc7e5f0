import type { FastifyInstance } from "fastify";
import type { KeptScript } from "../../../operations/store-ports.js";
import { type Answer, answerOf, choose, type Manner } from "../../answer.js";
import { CROSS_ORIGIN } from "../../cross-origin.js";
import type { Scripts } from "../../embed-scripts.js";
import { PATHS, PATTERNS } from "../../paths.js";
import { NOT_FOUND } from "../../problems.js";
import { representationOf } from "../../representation.js";
import { answerWith } from "../answer-with.js";

const JAVASCRIPT: Manner = { contentType: "text/javascript; charset=utf-8", also: CROSS_ORIGIN };

/** An hour for the plain paths, so that every page gets a correction on the day it is made; a year for fixed bytes. */
const NEWEST_CACHE = "public, max-age=3600";
const FIXED_CACHE = "public, max-age=31536000, immutable";

/** The scripts for other people's pages: the newest at a plain path, every version ever served at a path of its own. */
export function scriptRoutes(app: FastifyInstance, { embeds }: Scripts, kept: readonly KeptScript[]): void {
  const newest = shelf((asked) => embeds.find(({ name }) => name === asked), NEWEST_CACHE);
  for (const path of [PATHS.chartScript, PATHS.badgeScript]) {
    const name = path.slice(path.lastIndexOf("/") + 1);
    app.get(path, (request, reply) => {
      const answer = newest(name);
      answerWith(request, reply, answer === undefined ? NOT_FOUND : choose(answer, request.headers));
    });
  }
  const isAsked = (path: string) => (script: KeptScript) => `${script.version}/${script.name}` === path;
  const fixed = shelf((path) => embeds.find(isAsked(path)) ?? kept.find(isAsked(path)), FIXED_CACHE);
  app.get<{ Params: { version: string; file: string } }>(PATTERNS.keptScript, (request, reply) => {
    const answer = fixed(`${request.params.version}/${request.params.file}`);
    answerWith(request, reply, answer === undefined ? NOT_FOUND : choose(answer, request.headers));
  });
}

/** Answers by name. Each is packed when it is first asked for: best brotli takes 20 ms a script, and a start has no time. */
function shelf(
  find: (name: string) => KeptScript | undefined,
  cacheControl: string,
): (name: string) => Answer | undefined {
  const packed = new Map<string, Answer>();
  return (name) => {
    const known = packed.get(name);
    const script = known === undefined ? find(name) : undefined;
    if (script === undefined) return known;
    const answer = answerOf({ representation: representationOf(script.body), cacheControl }, JAVASCRIPT);
    packed.set(name, answer);
    return answer;
  };
}
