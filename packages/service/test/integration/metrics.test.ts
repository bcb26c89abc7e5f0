import { expect, test } from "vitest";
import { ask } from "../support/ask.js";
import { failingMarket, liveService } from "../support/live-service.js";
import { endAsSupervised } from "../support/service-process.js";

test("a process serves its metrics on 127.0.0.1 alone, readable by no page, and frees the port", async () => {
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
