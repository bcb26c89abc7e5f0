import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { ask } from "../../support/ask.js";
import { meteredService } from "../../support/metered-service.js";
import { eventually, logOf, startPeak } from "../../support/service-process.js";
import { tempFolder } from "../../support/temp-sqlite.js";
import { liveService } from "../process/live-service.js";

const NOON = "2026-11-21T12:05:00Z";

describe("the port of the metrics", () => {
  test("gives GET and HEAD of /metrics, kept by nobody and readable by no page", async () => {
    const { metricsOrigin } = await meteredService(NOON);
    const { status, headers, text } = await ask(`${metricsOrigin}/metrics`);
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("text/plain; version=0.0.4; charset=utf-8");
    expect(headers["content-length"]).toBe(String(Buffer.byteLength(text)));
    expect(headers["cache-control"]).toBe("no-store");
    expect(headers["access-control-allow-origin"]).toBeUndefined();
    const head = await ask(`${metricsOrigin}/metrics?x=1`, { method: "HEAD" });
    expect([head.status, head.text]).toEqual([200, ""]);
  });

  test("gives nothing else", async () => {
    const { metricsOrigin } = await meteredService(NOON);
    const statusOf = (path: string, method: string) =>
      ask(metricsOrigin + path, { method }).then(({ status }) => status);
    expect(await statusOf("/", "GET")).toBe(404);
    expect(await statusOf("/api/public/nhci", "GET")).toBe(404);
    expect(await statusOf("/healthz", "GET")).toBe(404);
    const posted = await ask(`${metricsOrigin}/metrics`, { method: "POST" });
    expect([posted.status, posted.headers.allow]).toEqual([405, "GET, HEAD"]);
  });

  test("is counted apart, and is not the public one", async () => {
    const { get, scrape } = await meteredService(NOON);
    expect((await get("/metrics")).status).toBe(404);
    const { value } = await scrape();
    expect(value('peak_answers_total{group="other",status="4xx"}')).toBe(1);
    expect(value('peak_answers_total{group="metrics",status="2xx"}')).toBe(0);
    expect((await scrape()).value('peak_answers_total{group="metrics",status="2xx"}')).toBe(1);
  });
});

test("what counts is a part of the bundle that is loaded only when it is asked for", () => {
  const bundle = fileURLToPath(new URL("../../../dist/bundle/", import.meta.url));
  const files = readdirSync(bundle).filter((name) => name.endsWith(".js"));
  const holding = (sign: RegExp) => files.filter((name) => sign.test(readFileSync(join(bundle, name), "utf8")));
  expect(holding(/collectDefaultMetrics/).map((name) => name.replace(/-\w+\.js$/, ""))).toEqual(["prom-meters"]);
  expect(holding(/import\("\.\/prom-meters-\w+\.js"\)/)).not.toEqual([]);
  expect(holding(/(from|import)\s*"\.\/prom-meters-\w+\.js"/)).toEqual([]);
});

describe("the process", () => {
  test("serves metrics on 127.0.0.1, says where, and lets go of the port when it is told to end", async () => {
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

  test("has no metrics unless they are asked for", async () => {
    const service = await liveService({ cutOff: true });
    onTestFinished(() => service.end());
    expect(logOf(service.process).map(({ msg }) => msg)).not.toContain("metrics are served");
    expect((await ask(`${service.origin}/metrics`)).status).toBe(404);
  });

  test("ends with 2 and one line on a port in use", async () => {
    const service = startPeak(["serve"], { DATA_DIR: tempFolder(), PORT: "0", METRICS_PORT: await takenPort() });
    expect(await service.ended).toEqual({ code: 2, signal: null });
    expect(service.err).toEqual(["peak: METRICS_PORT is in use by another program"]);
  });
});

async function takenPort(): Promise<string> {
  const other = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void other.close());
  await new Promise((resolve) => other.once("listening", resolve));
  return String((other.address() as AddressInfo).port);
}
