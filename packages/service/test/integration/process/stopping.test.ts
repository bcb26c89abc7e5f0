import { connect } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { ask, freshClient } from "../../support/ask.js";
import { endAsSupervised, eventually, logOf } from "../../support/service-process.js";
import { type LiveOptions, liveService, settledService } from "./live-service.js";

async function started(options?: LiveOptions) {
  const service = options === undefined ? await settledService() : await liveService(options);
  onTestFinished(() => service.end());
  return service;
}

describe("a service that is told to end", () => {
  test("exits with 0 on SIGINT with idle, half-sent and keep-alive connections open, and says so", async () => {
    const service = await started();
    const { port } = new URL(service.origin);
    const sockets = ["", "GET /api/public/nhci HTTP/1.1\r\nHost: x\r\n", "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"];
    for (const text of sockets) {
      const socket = connect(Number(port), "127.0.0.1", () => socket.write(text));
      socket.on("error", () => {});
      onTestFinished(() => void socket.destroy());
    }
    await ask(`${service.origin}/healthz`);
    expect(await endAsSupervised(service.process, "SIGINT")).toEqual({ code: 0, signal: null });
    expect(service.process.err).toEqual([]);
    const said = logOf(service.process).map(({ msg }) => msg);
    expect(said.at(-1)).toBe("stopped");
    expect(said).toContain("stopping"); // a job under way may end, and say so, in between
  });

  test("exits with 0 during the first fetch", async () => {
    const service = await started({ empty: true });
    const isUnderWay = () => service.process.out.some((line) => line.includes('"first fetch"')) || undefined;
    await eventually("a part of the past", isUnderWay);
    expect(await endAsSupervised(service.process, "SIGTERM")).toEqual({ code: 0, signal: null });
    expect(logOf(service.process).filter(({ level }) => level === "error")).toEqual([]);
  });

  test("exits with 0 while every source hangs", async () => {
    const service = await started({ empty: true, cutOff: true });
    service.simulator.faults.set("*", "hang");
    expect(await endAsSupervised(service.process, "SIGTERM")).toEqual({ code: 0, signal: null });
  });

  test("answers every request it has accepted, whole, before it exits with 0", async () => {
    const service = await started();
    const outcomes: string[] = [];
    let isOver = false;
    const from = Array.from({ length: 8 }, freshClient);
    const askers = from.map(async (client) => {
      while (!isOver) {
        const outcome = await ask(`${service.origin}/attribution`, { from: client }).then(
          ({ status, text }) => `${status} ${text.endsWith("</html>\n") ? "whole" : "torn"}`,
          (error: NodeJS.ErrnoException) => error.code ?? String(error),
        );
        outcomes.push(outcome);
      }
    });
    await eventually("answers", () => outcomes.length > 50 || undefined);
    const ending = await endAsSupervised(service.process, "SIGTERM");
    isOver = true;
    await Promise.all(askers);
    expect(ending).toEqual({ code: 0, signal: null });
    // A connection that was still waiting to be accepted is refused or reset by the kernel; an answer is never torn.
    expect(new Set(outcomes)).toEqual(new Set(["200 whole", ...outcomes.filter((each) => /^E\w+/.test(each))]));
  });
});
