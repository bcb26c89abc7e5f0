/**
 * Runs a service until it is stopped: it then leaves the load balancer, lets requests and jobs finish, and closes
 * everything in order.
 */

import { once } from "node:events";
import type { FastifyInstance } from "fastify";
import { SECOND_MS } from "peak-cycle-model";
import type { Clock } from "../platform/clock.js";
import type { Log } from "../platform/log.js";
import { waitAtMost } from "../platform/timing.js";
import { close as closeServer } from "./listen.js";

/** How long `/readyz` is 503 while everything else works as before, so that load balancers stop sending requests. */
const LEAVE_MS = 2 * SECOND_MS;

/** How long requests and jobs may take to end after that; supervisors kill after ten seconds. */
const DRAIN_MS = 5 * SECOND_MS;

/**
 * Resolves when the service has stopped.
 *
 * @param work the jobs; they end with the signal, or with a bug
 * @param close closes everything but the server, such as the database
 * @throws the bug
 */
export async function runUntilStopped(
  clock: Clock,
  log: Log,
  server: FastifyInstance,
  work: Promise<void>,
  close: () => Promise<void>,
  stop: AbortSignal,
): Promise<void> {
  const workEnd = work.catch((error: unknown) => {
    if (!stop.aborted) throw error;
  });
  try {
    await Promise.race([workEnd, stop.aborted || once(stop, "abort")]);
  } finally {
    if (stop.aborted) {
      log.info({}, "stopping");
      await clock.sleep(LEAVE_MS, new AbortController().signal);
    }
    // Closing the database ends a job that waits for an unresponsive server.
    const settled = workEnd.catch(() => undefined);
    await Promise.all([closeServer(clock, server, DRAIN_MS), waitAtMost(clock, DRAIN_MS, settled)]);
    await close();
  }
  await workEnd;
  log.info({}, "stopped");
}
