import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, onTestFinished, test } from "vitest";
import { PEAK } from "../../support/service-process.js";
import { run } from "../http/running.js";

test("peak mcp gives the protocol's official client the tools, over the service of --url or BASE_URL", async () => {
  const { url } = await run();
  for (const [words, settings] of [
    [["--url", url], {}],
    [[], { BASE_URL: url }],
  ] as const) {
    const env = { PATH: "", ...settings };
    const client = new Client({ name: "test", version: "1.0.0" });
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [PEAK, "mcp", ...words], env }));
    onTestFinished(() => client.close());
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["peak_now", "peak_history", "peak_record"]);
    expect(client.getServerVersion()).toMatchObject({ name: "peak" });
    await expect(client.callTool({ name: "peak_tomorrow", arguments: {} })).rejects.toThrow("peak_tomorrow");
    const result = await client.callTool({ name: "peak_now", arguments: {} });
    expect(result.structuredContent).toMatchObject({
      btc: { score: 47.3, phase: "Bull Active", updated_at: "2026-11-21T07:05:00.250Z" },
      attribution: { text: expect.stringMatching(/^Peak Cycle Index by Peak · /) },
    });
  }
});
