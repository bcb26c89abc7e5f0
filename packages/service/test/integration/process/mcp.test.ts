import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { MODEL_VERSION } from "peak-cycle-model";
import { describe, expect, onTestFinished, test } from "vitest";
import { run } from "../http/running.js";

const PEAK = fileURLToPath(new URL("../../../dist/bundle/main.js", import.meta.url));

/** The official client of the protocol, with the built `peak mcp` as its server; both end with the test. */
async function agent(url: string, env: Readonly<Record<string, string>> = {}) {
  const args = [PEAK, "mcp", ...(url === "" ? [] : ["--url", url])];
  const transport = new StdioClientTransport({ command: process.execPath, args, env: { PATH: "", ...env } });
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(transport);
  onTestFinished(() => client.close());
  const call = async (name: string, args: Readonly<Record<string, unknown>> = {}) => {
    const result = await client.callTool({ name, arguments: args });
    const [content] = result.content;
    return {
      result,
      answer: (result.structuredContent ?? {}) as Readonly<Record<string, unknown>>,
      text: content?.type === "text" ? content.text : "",
    };
  };
  return { client, call };
}

describe("peak mcp", () => {
  test("lists three tools to the protocol's official client", async () => {
    const { url } = await run();
    const { client } = await agent(url);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["peak_now", "peak_history", "peak_record"]);
    expect(client.getServerVersion()).toMatchObject({ name: "peak" });
    await client.ping();
    await expect(client.callTool({ name: "peak_tomorrow", arguments: {} })).rejects.toThrow("peak_tomorrow");
  });

  test("answers each with time, staleness, caution and whom to name", async () => {
    const { url } = await run();
    const { call } = await agent("", { BASE_URL: url });
    const [now, history, record] = [
      await call("peak_now"),
      await call("peak_history", { days: 3 }),
      await call("peak_record", { period: "later" }),
    ];
    expect(now.answer).toMatchObject({
      btc: { score: 47.3, phase: "Bull Active", updated_at: "2026-11-21T07:05:00.250Z" },
      change: { "1d": expect.any(Number) },
      market: { btc_price_usd: 84391.27 },
    });
    expect(history.answer["data"]).toHaveLength(3);
    expect(record.answer).toMatchObject({
      ...{ period: "later", from: "2023-01-01", model_version: MODEL_VERSION },
      flags: { top_risk: { missed: 0 } },
    });
    for (const { answer, text } of [now, history, record]) {
      expect(answer).toMatchObject({
        is_stale: expect.any(Boolean),
        confirmed_at: expect.stringMatching(/^20\d\d-.*Z$/),
        caution: expect.stringContaining("no advice"),
        attribution: {
          text: expect.stringMatching(/^Peak Cycle Index by Peak · /),
          url: expect.stringMatching(/^http/),
        },
      });
      expect(JSON.parse(text)).toEqual(answer);
    }
  });

  test("says that a score is stale, and that there is none", async () => {
    const { url } = await run();
    const stale = await agent(`${url}/sandbox/stale`);
    expect((await stale.call("peak_now")).answer).toMatchObject({
      is_stale: true,
      warning: expect.stringContaining("say so"),
    });
    expect((await stale.call("peak_record")).answer).toMatchObject({
      turns: [{ kind: "high" }, { kind: "low" }],
      attribution: { text: expect.stringContaining("(sandbox: stale)") },
    });
    for (const scene of ["waiting", "limited"]) {
      const { result, text } = await (await agent(`${url}/sandbox/${scene}`)).call("peak_now");
      expect(result.isError).toBe(true);
      expect(text).toMatch(/^There is no answer: .* Ask again after 20\d\d-.*Z\.$/);
    }
  });
});
