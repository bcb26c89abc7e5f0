import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, onTestFinished, test } from "vitest";
import { PEAK } from "../../support/service-process.js";
import { run } from "../http/running.js";

/** The official client of the protocol, with the built `peak mcp` as its server; both end with the test. */
async function agent(url: string, env: Readonly<Record<string, string>> = {}) {
  const args = [PEAK, "mcp", ...(url === "" ? [] : ["--url", url])];
  const transport = new StdioClientTransport({ command: process.execPath, args, env: { PATH: "", ...env } });
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

describe("peak mcp", () => {
  test("lists three tools to the protocol's official client", async () => {
    const { url } = await run();
    const client = await agent(url);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["peak_now", "peak_history", "peak_record"]);
    expect(client.getServerVersion()).toMatchObject({ name: "peak" });
    await client.ping();
    await expect(client.callTool({ name: "peak_tomorrow", arguments: {} })).rejects.toThrow("peak_tomorrow");
  });

  test("asks the service in BASE_URL, and answers as the package of the tools does", async () => {
    const { url } = await run();
    const result = await (await agent("", { BASE_URL: url })).callTool({ name: "peak_now", arguments: {} });
    expect(result.structuredContent).toMatchObject({
      btc: { score: 47.3, phase: "Bull Active", updated_at: "2026-11-21T07:05:00.250Z" },
      attribution: { text: expect.stringMatching(/^Peak Cycle Index by Peak · /) },
    });
  });
});
