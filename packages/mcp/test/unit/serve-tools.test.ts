import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import { serveTools } from "../../src/index.js";

const HELLO = {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "test", version: "1.0.0" },
};

const request = (id: number, method: string, params: object = {}) =>
  JSON.stringify({ jsonrpc: "2.0", id, method, params });

/** The responses of the server to these lines after the greeting, and to the greeting first. */
async function responsesTo(...lines: readonly string[]) {
  const input = new PassThrough();
  const written: string[] = [];
  const write = (text: string) => written.push(text);
  const served = serveTools({ baseUrl: "http://127.0.0.1:1", input, write, stop: new AbortController().signal });
  for (const line of [request(1, "initialize", HELLO), ...lines]) input.write(`${line}\n`);
  await expect.poll(() => written.length).toBe(1 + lines.length);
  input.end();
  await served;
  return written.map((text) => JSON.parse(text)).sort((one, other) => Number(one.id) - Number(other.id));
}

describe("the MCP server on stdio", () => {
  test("introduces itself with tools, prompts and resources", async () => {
    const [hello] = await responsesTo();
    expect(hello).toMatchObject({
      id: 1,
      result: { serverInfo: { name: "peak" }, capabilities: { tools: {}, prompts: {}, resources: {} } },
    });
  });

  test("promises no notification of changed lists, which it cannot detect", async () => {
    expect(JSON.stringify(await responsesTo())).not.toContain('"listChanged":true');
  });

  test("rejects a line that is not JSON, and responds to the next one", async () => {
    const [rejected, , pong] = await responsesTo("{ no JSON", request(3, "ping"));
    expect(rejected).toMatchObject({ id: null, error: { code: -32700, message: "This line is not JSON." } });
    expect(pong).toMatchObject({ id: 3, result: {} });
  });

  test.each([
    ["prompts/list", { prompts: [] }],
    ["resources/list", { resources: [] }],
    ["resources/templates/list", { resourceTemplates: [] }],
  ])("responds to %s with an empty list", async (method, result) => {
    const [, list] = await responsesTo(request(2, method));
    expect(list).toMatchObject({ id: 2, result });
  });
});
