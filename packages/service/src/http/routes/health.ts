/** `/healthz` reports that the process runs, `/readyz` whether it can serve current data. */
import type { FastifyInstance } from "fastify";
import * as z from "zod";
import { NO_STORE } from "../cache-control.js";
import type { Doc } from "../edge.js";
import { notReady, sendProblem } from "../problems.js";
import { JSON_TYPE } from "../responses.js";

export function healthRoutes(app: FastifyInstance, whyNotReady: () => string | undefined): void {
  const headers = { "content-type": JSON_TYPE, "cache-control": NO_STORE };
  app.get("/healthz", { config: { doc: ALIVE } }, (_request, reply) => reply.headers(headers).send(FINE));
  app.get("/readyz", { config: { doc: READY } }, (_request, reply) => {
    const reason = whyNotReady();
    if (reason !== undefined) return sendProblem(reply, notReady(reason));
    return reply.headers(headers).send(FINE);
  });
}

const FINE = JSON.stringify({ ok: true });

const HEALTH = { tag: "health", reply: z.strictObject({ ok: z.literal(true) }).meta({ id: "HealthReply" }) } as const;
const ALIVE: Doc = {
  ...HEALTH,
  id: "alive",
  summary: "Whether the process is running",
  description: "For a supervisor that restarts a process which no longer responds.",
};
const READY: Doc = {
  ...HEALTH,
  id: "ready",
  summary: "Whether the service can serve current data",
  description:
    "For a load balancer. 503 says in a sentence why this instance cannot serve current data; the process may be " +
    "fine.",
  failures: [503],
};
