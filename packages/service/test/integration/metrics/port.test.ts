import { expect, onTestFinished, test } from "vitest";
import { ask } from "../../support/ask.js";
import { meteredService } from "../../support/metered-service.js";
import { eventually, logOf } from "../../support/service-process.js";
import { liveService } from "../process/live-service.js";

const NOON = "2026-11-21T12:05:00Z";

test("the port of the metrics gives GET and HEAD of /metrics, readable by no page, and nothing else", async () => {
  const { metricsOrigin, get } = await meteredService(NOON);
  expect((await get("/metrics")).status).toBe(404); // not on the public port
  const { status, headers, text } = await ask(`${metricsOrigin}/metrics`);
  expect(status).toBe(200);
  expect(headers["content-type"]).toBe("text/plain; version=0.0.4; charset=utf-8");
  expect(headers["content-length"]).toBe(String(Buffer.byteLength(text)));
  expect(headers["access-control-allow-origin"]).toBeUndefined();
  const head = await ask(`${metricsOrigin}/metrics?x=1`, { method: "HEAD" });
  expect([head.status, head.text]).toEqual([200, ""]);
  for (const path of ["/", "/api/public/nhci", "/healthz"])
    expect([path, (await ask(metricsOrigin + path)).status]).toEqual([path, 404]);
});

test("a process serves metrics on 127.0.0.1, says where, and lets go of the port when it is told to end", async () => {
  const service = await liveService({ cutOff: true, settings: { METRICS_PORT: "0" } });
  onTestFinished(() => service.end());
  const line = await eventually("the line", () =>
    logOf(service.process).find(({ msg }) => msg === "metrics are served"),
  );
  expect(line["address"]).toBe("127.0.0.1");
  const url = `http://127.0.0.1:${line["port"]}/metrics`;
  expect((await ask(url)).text).toContain('role="all"');
  service.process.child.kill("SIGTERM");
  expect(await service.process.ended).toEqual({ code: 0, signal: null });
  await expect(ask(url)).rejects.toThrow("ECONNREFUSED");
});
