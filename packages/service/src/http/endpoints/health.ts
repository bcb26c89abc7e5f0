/** `/healthz` says that the process runs, `/readyz` whether it has a fresh score and a database. */
import * as z from "zod";
import { CORS_HEADERS } from "../cors.js";
import type { Endpoint } from "../endpoint.js";
import type { HttpDeps } from "../http-deps.js";
import { notReady } from "../problems.js";
import { JSON_HEADERS, uncachedResponse } from "../response-variants.js";

type HealthEndpoint = Endpoint<Pick<HttpDeps, "health">>;

const FINE = uncachedResponse(200, JSON_HEADERS.contentType, JSON.stringify({ ok: true }), CORS_HEADERS);

const success = {
  description: "fine",
  mediaType: "application/json",
  reply: { name: "HealthReply", schema: z.strictObject({ ok: z.literal(true) }) },
};

export const alive: HealthEndpoint = {
  path: "/healthz",
  group: "health",
  api: { id: "alive", tag: "service", summary: "Whether the process runs", maxAgeSeconds: 0, success },
  responder: () => () => FINE,
};

export const ready: HealthEndpoint = {
  path: "/readyz",
  group: "health",
  api: {
    id: "ready",
    tag: "service",
    summary: "Whether it can give a current answer",
    maxAgeSeconds: 0,
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
