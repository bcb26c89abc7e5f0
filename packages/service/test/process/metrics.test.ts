import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { ask } from "../support/ask.js";
import { failingMarket, liveService } from "../support/live-service.js";
import { endAsSupervised, eventually, type LogLine, startPeak } from "../support/service-process.js";
import { tempFolder } from "../support/temp-sqlite.js";

test("a process serves its metrics only on 127.0.0.1, readable by no page, and frees the port", async () => {
  const service = await liveService({ METRICS_PORT: "0" }, await failingMarket());
  const line = service.log().find(({ msg }) => msg === "metrics are served");
  expect(line?.["address"]).toBe("127.0.0.1");
  const origin = `http://127.0.0.1:${line?.["port"]}`;
  await service.get("/healthz");
  const { status, headers, text } = await ask(`${origin}/metrics`);
  expect([status, headers["content-type"]]).toEqual([200, "text/plain; version=0.0.4; charset=utf-8"]);
  expect(headers["access-control-allow-origin"]).toBeUndefined();
  expect(text).toContain('role="all"');
  expect(text).toContain('peak_answers_total{group="health",status="2xx"} 1\n');
  for (const where of [`${origin}/api/public/nhci`, `${service.origin}/metrics`]) {
    expect([where, (await ask(where)).status]).toEqual([where, 404]);
  }
  expect(await endAsSupervised(service.process)).toEqual({ code: 0, signal: null });
  await expect(ask(`${origin}/metrics`)).rejects.toThrow("ECONNREFUSED");
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
