import { connect } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { liveService, settledService } from "../support/live-service.js";
import { endAsSupervised, eventually } from "../support/service-process.js";

describe("a service that is stopped", () => {
  test("exits with 0 on SIGINT, even with idle, half-sent and keep-alive connections, and logs it", async () => {
    const service = await settledService();
    const sockets = ["", "GET /api/public/nhci HTTP/1.1\r\nHost: x\r\n", "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"];
    for (const text of sockets) {
      const socket = connect(service.port, "127.0.0.1", () => socket.write(text));
      socket.on("error", () => {});
      onTestFinished(() => void socket.destroy());
    }
    await service.until200("/healthz");
    expect(await endAsSupervised(service.process, "SIGINT")).toEqual({ code: 0, signal: null });
    expect(service.process.err).toEqual([]);
    expect(service.log().at(-1)?.msg).toBe("stopped");
    expect(service.said("stopping")).toBe(1); // a running job may end and log it in between
  });

  test("is no longer ready but serves for two seconds, and ends at once at a second signal", async () => {
    const service = await settledService();
    const begun = performance.now();
    service.process.child.kill("SIGTERM");
    await eventually("503", async () => (await service.get("/readyz")).status === 503 || undefined);
    expect((await service.get("/readyz")).text).toContain("This instance is stopping.");
    expect((await service.get("/api/public/nhci")).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 700 - (performance.now() - begun)));
    service.process.child.kill("SIGTERM");
    expect(await service.process.ended).toEqual({ code: 1, signal: null });
    expect(service.said("stopped")).toBe(0);
  });

  test("exits with 0 during the first fetch", async () => {
    const service = await liveService();
    await service.untilSaid("first fetch");
    expect(await endAsSupervised(service.process)).toEqual({ code: 0, signal: null });
    expect(service.errors()).toEqual([]);
  });

  test("completes every accepted request before it exits with 0", async () => {
    const service = await settledService();
    const outcomes: string[] = [];
    let isOver = false;
    const askers = Array.from({ length: 8 }, async () => {
      while (!isOver) {
        const outcome = await service.get("/attribution").then(
          ({ status, text }) => `${status} ${text.endsWith("</html>\n") ? "whole" : "torn"}`,
          (error: NodeJS.ErrnoException) => error.code ?? String(error),
        );
        outcomes.push(outcome);
      }
    });
    await eventually("answers", () => outcomes.length > 50 || undefined);
    const ending = await endAsSupervised(service.process);
    isOver = true;
    await Promise.all(askers);
    expect(ending).toEqual({ code: 0, signal: null });
    // The kernel refuses or resets a connection that was still waiting to be accepted; no response is ever cut off.
    expect(new Set(outcomes)).toEqual(new Set(["200 whole", ...outcomes.filter((each) => /^E\w+/.test(each))]));
  });
});
