import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { ask } from "../support/ask.js";
import { failingMarket, type LiveService, startLive } from "../support/live-service.js";
import { endAsSupervised, eventually, type LogLine, startPeak } from "../support/service-process.js";
import { tempFolder } from "../support/temp-sqlite.js";

describe("the metrics of a process", () => {
  let service: LiveService;
  let origin: string;
  beforeAll(async () => {
    service = await startLive({ METRICS_PORT: "0" }, await failingMarket());
    const line = service.log().find(({ msg }) => msg === "metrics are served");
    expect(line?.["address"]).toBe("127.0.0.1");
    origin = `http://127.0.0.1:${line?.["port"]}`;
  });
  afterAll(() => service.end());

  test("are in the text format of Prometheus", async () => {
    const { status, headers } = await ask(`${origin}/metrics`);
    expect([status, headers["content-type"]]).toEqual([200, "text/plain; version=0.0.4; charset=utf-8"]);
  });

  test("cannot be read by a page", async () => {
    const { headers } = await ask(`${origin}/metrics`);
    expect(headers["access-control-allow-origin"]).toBeUndefined();
  });

  test("count what the process has answered", async () => {
    await service.get("/healthz");
    const { text } = await ask(`${origin}/metrics`);
    expect(text).toContain('role="all"');
    expect(text).toMatch(/peak_answers_total\{group="health",status="2xx"\} [1-9]/);
  });

  test("are not served on the port of the site", async () => {
    expect((await service.get("/metrics")).status).toBe(404);
  });

  test("are all that their port serves", async () => {
    expect((await ask(`${origin}/api/public/nhci`)).status).toBe(404);
  });

  test("free their port when the process stops", async () => {
    expect(await endAsSupervised(service.process)).toEqual({ code: 0, signal: null });
    await expect(ask(`${origin}/metrics`)).rejects.toThrow("ECONNREFUSED");
  });
});

test("a process whose database does not respond shows that in its metrics while it starts", async () => {
  const silent = createServer(() => {}).listen(0, "127.0.0.1");
  onTestFinished(() => void silent.close());
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo;
  const process = startPeak(["serve"], {
    DATABASE_URL: `postgres://peak:secret@127.0.0.1:${port}/peak`,
    DATA_DIR: tempFolder(),
    METRICS_PORT: "0",
    PORT: "0",
  });
  onTestFinished(() => process.kill());
  const origin = await eventually("metrics", () => {
    const line = process.out.find((each) => each.includes('"metrics are served"'));
    return line === undefined ? undefined : `http://127.0.0.1:${(JSON.parse(line) as LogLine)["port"]}`;
  });
  expect((await ask(`${origin}/metrics`)).text).toContain("\npeak_database_away 1\n");
  expect(await process.ended).toMatchObject({ code: 2 });
  expect(process.out.join()).not.toContain("migration"); // the state of the tables is unknown
});
