import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, onTestFinished, test } from "vitest";
import { run } from "../../support/running-site.js";
import { publishSample } from "../../support/sample-published.js";
import type { SampleOptions } from "../../support/sample-site.js";

const ON: SampleOptions = { config: { hasMcp: true } };

/** The protocol's official client over HTTP; it ends with the test. */
async function agent(url: string) {
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", url)));
  onTestFinished(() => client.close());
  return client;
}

const PING = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });

/** Posts like an agent, without the protocol's client. */
function post(body: string, headers: Readonly<Record<string, string>> = {}) {
  const json = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
  return { method: "POST", body, headers: { ...json, ...headers } };
}

describe("the tools over HTTP", () => {
  test("can be called by the protocol's official client, and return what the API returns", async () => {
    const { url, ask } = await run(ON);
    const client = await agent(url);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["peak_now", "peak_history", "peak_record"]);
    const { btc } = (await (await ask("/api/public/nhci")).json()) as { btc: object };
    const { settled } = (await (await ask("/api/public/nhci/meta")).json()) as { settled: object };
    const now = await client.callTool({ name: "peak_now", arguments: {} });
    expect(now.structuredContent).toMatchObject({ btc, settled, caution: /./ });
    const days = await client.callTool({ name: "peak_history", arguments: { days: 3 } });
    expect((days.structuredContent as { data: unknown[] }).data).toHaveLength(3);
    const record = await client.callTool({ name: "peak_record", arguments: { period: "later" } });
    expect(record.structuredContent).toMatchObject({ period: "later", from: "2023-01-01" });
  });

  test("count against their client's limit when they call the API, while other messages do not", async () => {
    const { ask, url } = await run(ON);
    for (let i = 0; i < 25; i += 1) expect((await ask("/mcp", post(PING))).status).toBe(200);
    const client = await agent(url);
    for (let i = 0; i < 20; i += 1) {
      expect((await client.callTool({ name: "peak_history", arguments: {} })).isError).not.toBe(true);
    }
    const refused = await client.callTool({ name: "peak_history", arguments: {} });
    expect([refused.isError, refused.content]).toMatchObject([
      true,
      [{ text: expect.stringContaining("responded with 429") }],
    ]);
    expect((await ask("/api/public/nhci")).status).toBe(429);
    expect((await client.listTools()).tools).toHaveLength(3);
  });

  test("return JSON for any Accept header, also at the path with a trailing slash", async () => {
    const { ask } = await run(ON);
    for (const [path, Accept] of [
      ["/mcp", "application/json"],
      ["/mcp", "*/*"],
      ["/mcp/", "text/event-stream"],
    ] as const) {
      const answer = await ask(path, post(PING, { Accept }));
      expect([answer.status, await answer.json()]).toMatchObject([200, { id: 1, result: {} }]);
    }
  });

  test("report that there is no score yet, and return it once there is one", async () => {
    const { url, published } = await run({ ...ON, isEmpty: true });
    const client = await agent(url);
    const none = await client.callTool({ name: "peak_now", arguments: {} });
    expect([none.isError, none.content]).toMatchObject([
      true,
      [{ text: expect.stringMatching(/^No usable response: .*[^.]\. Try again after /) }],
    ]);
    publishSample(published);
    const now = await client.callTool({ name: "peak_now", arguments: {} });
    expect(now.structuredContent).toMatchObject({ btc: { score: 47.3 } });
  });

  test("accept requests from pages of every origin, and reject malformed origins", async () => {
    const { ask } = await run(ON);
    const from = async (Origin: string) => (await ask("/mcp", post(PING, { Origin }))).status;
    expect([await from("https://agents.example"), await from("null"), await from("https://a.example/path")]).toEqual([
      ...[200, 200, 403],
    ]);
    const preflight = await ask("/mcp", {
      method: "OPTIONS",
      headers: { Origin: "https://a.example", "Access-Control-Request-Headers": "content-type,mcp-protocol-version" },
    });
    expect(preflight.headers.get("Access-Control-Allow-Methods")).toBe("POST, OPTIONS");
    expect(preflight.headers.get("Access-Control-Allow-Headers")).toContain("mcp-protocol-version");
  });

  test("accept only one message per POST, and exist only if they are switched on", async () => {
    const { ask } = await run(ON);
    const { status, headers } = await ask("/mcp", { headers: { Accept: "text/event-stream" } });
    expect([status, headers.get("Allow")]).toEqual([405, "POST, OPTIONS"]);
    for (const [body, type, refusal] of [
      [`[${PING}]`, "application/json", 400],
      ["{", "application/json", 400],
      [PING, "text/plain", 415],
      [JSON.stringify("x".repeat(20_000)), "application/json", 413],
    ] as const) {
      expect((await ask("/mcp", post(body, { "Content-Type": type }))).status).toBe(refusal);
    }
    expect((await (await run()).ask("/mcp", post(PING))).status).toBe(404);
  });
});
