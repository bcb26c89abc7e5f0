import { once } from "node:events";
import { connect } from "node:net";
import { SECOND_MS } from "peak-cycle-model";
import { describe, expect, onTestFinished, test } from "vitest";
import { createBaseServer } from "../../../src/http/base-server.js";
import { listen } from "../../../src/http/listen.js";
import { runUntilStopped } from "../../../src/http/run-until-stopped.js";
import { silentLog } from "../../../src/platform/log.js";
import { fakeClock } from "../../support/fake-clock.js";
import { quietLog } from "../../support/quiet-log.js";

type Jobs = (stop: AbortSignal) => Promise<unknown>;

const obedient: Jobs = (stop) => once(stop, "abort");
const endless: Jobs = () => new Promise(() => {});
const failing: Jobs = () => Promise.reject(new Error("a bug"));

/** A service with jobs; `/slow` never answers. */
async function service(jobs: Jobs = obedient) {
  const [clock, log, stop] = [fakeClock("2026-11-21T12:00:00Z"), quietLog(), new AbortController()];
  const server = createBaseServer({ log: silentLog });
  server.get("/healthz", async () => "alive\n");
  let slowRequests = 0;
  server.get("/slow", () => {
    slowRequests++;
    return new Promise(() => {});
  });
  const { port } = await listen(server, { host: "127.0.0.1", port: 0 });
  onTestFinished(() => server.server.closeAllConnections());
  const events: string[] = [];
  const close = async () => void events.push(server.server.listening ? "closed before the server" : "closed");
  const work = jobs(stop.signal).then(() => undefined);
  const running = runUntilStopped(clock, log, server, work, close, stop.signal).then(
    () => void events.push("stopped"),
    (error: Error) => void events.push(error.message),
  );
  const ask = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
  /** Resolves when the server has a request that it never answers. */
  const askForEver = async () => {
    const socket = connect(port, "127.0.0.1").on("error", () => {});
    socket.write("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n");
    await expect.poll(() => slowRequests).toBe(1);
  };
  return { clock, log, stop, events, running, ask, askForEver };
}

describe("a service that is stopped", () => {
  test("answers for two seconds", async () => {
    const { clock, stop, ask } = await service();
    stop.abort();
    await expect.poll(clock.sleepers).toBe(1);
    await clock.advance(2 * SECOND_MS - 1);
    expect(await ask("/healthz")).toBe(200);
    await clock.advance(1);
    await expect.poll(() => ask("/healthz").catch(() => "refused")).toBe("refused");
  });

  test("has stopped after these two seconds if no request and no job is left", async () => {
    const { clock, stop, events, running } = await service();
    stop.abort();
    await expect.poll(clock.sleepers).toBe(1);
    await clock.advance(2 * SECOND_MS);
    await running;
    expect(events).toEqual(["closed", "stopped"]);
  });

  test.each([
    ["a request", obedient, true],
    ["a job", endless, false],
  ])("gives %s that does not end five seconds more, and then closes all the same", async (_what, jobs, isAsked) => {
    const { clock, stop, events, askForEver } = await service(jobs);
    if (isAsked) await askForEver();
    stop.abort();
    await expect.poll(clock.sleepers).toBe(1);
    await clock.advance(2 * SECOND_MS);
    await expect.poll(clock.sleepers).toBe(1);
    await clock.advance(5 * SECOND_MS - 1);
    expect([events, clock.sleepers()]).toEqual([[], 1]);
    await clock.advance(1);
    await expect.poll(() => events[0]).toBe("closed");
  });

  test("logs when it begins to stop and when it has stopped", async () => {
    const { clock, log, stop, running } = await service();
    stop.abort();
    await expect.poll(clock.sleepers).toBe(1);
    await clock.advance(2 * SECOND_MS);
    await running;
    expect(log.lines.map(({ sentence }) => sentence)).toEqual(["stopping", "stopped"]);
  });
});

test("a service whose jobs fail closes everything at once, and fails with their error", async () => {
  const { events, running, clock } = await service(failing);
  await running;
  expect(events).toEqual(["closed", "a bug"]);
  expect(clock.waits).not.toContain(2 * SECOND_MS);
});
