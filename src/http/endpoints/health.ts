import * as z from "zod";
import { NO_STORE } from "../cache-control.js";
import { CORS_HEADERS } from "../cors.js";
import type { Endpoint } from "../endpoint.js";
import type { HttpDeps } from "../http-deps.js";
import type { PreparedResponse } from "../prepared-response.js";
import { notReady } from "../problems.js";

type HealthEndpoint = Endpoint<Pick<HttpDeps, "health">>;

const BODY = JSON.stringify({ ok: true });

const FINE: PreparedResponse = {
  status: 200,
  head: [
    "Content-Type",
    "application/json; charset=utf-8",
    "Content-Length",
    String(BODY.length),
    "Cache-Control",
    NO_STORE,
    ...CORS_HEADERS,
  ],
  body: BODY,
};

const success = {
  description: "fine",
  mediaType: "application/json",
  reply: { name: "HealthReply", schema: z.strictObject({ ok: z.literal(true) }) },
};

/** Says that the process runs, and checks nothing else. */
export const alive: HealthEndpoint = {
  path: "/healthz",
  group: "health",
  api: { id: "alive", tag: "service", summary: "Whether the process runs", success },
  responder: () => () => FINE,
};

/** Says whether the service has a fresh score and a database. */
export const ready: HealthEndpoint = {
  path: "/readyz",
  group: "health",
  api: {
    id: "ready",
    tag: "service",
    summary: "Whether it can give a current answer",
    success,
    others: { 503: "NotReady" },
  },
  responder:
    ({ health }) =>
    async () => {
      const { ready, reason } = await health();
      return ready ? FINE : notReady(reason ?? "The service is not ready.");
    },
};
