import type { FastifyInstance } from "fastify";
import type { Health } from "../../operations/ports.js";
import { NO_STORE } from "../cache.js";
import { OPEN } from "../cross-origin.js";
import { PATHS } from "../paths.js";
import { notReady } from "../problems.js";
import type { Ready } from "../ready.js";
import { answerWith } from "./answer-with.js";

const BODY = JSON.stringify({ ok: true });

const FINE: Ready = {
  status: 200,
  head: [
    "Content-Type",
    "application/json; charset=utf-8",
    "Content-Length",
    String(BODY.length),
    "Cache-Control",
    NO_STORE,
    ...OPEN,
  ],
  body: BODY,
};

/** `/healthz` says that the process runs and touches nothing; `/readyz` says whether it can give a current answer. */
export function healthRoutes(app: FastifyInstance, health: () => Promise<Health>): void {
  app.get(PATHS.alive, (request, reply) => answerWith(request, reply, FINE));
  app.get(PATHS.ready, async (request, reply) => {
    const { ready, reason } = await health();
    answerWith(request, reply, ready ? FINE : notReady(reason ?? "The service is not ready."));
  });
}
