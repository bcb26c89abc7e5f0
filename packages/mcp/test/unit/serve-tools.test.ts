import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { serveTools } from "../../src/index.js";

test("the MCP server on stdio rejects a line that is not JSON, and responds to the next one", async () => {
  const input = new PassThrough();
  const said: string[] = [];
  const write = (text: string) => said.push(text);
  const served = serveTools({ baseUrl: "http://127.0.0.1:1", input, write, stop: new AbortController().signal });
  const clientInfo = { name: "test", version: "1.0.0" };
  const hello = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
  const ask = (id: number, method: string, params: object) =>
    input.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
  ask(1, "initialize", hello);
  input.write("{ no JSON\n\n");
  ask(3, "ping", {});
  ask(4, "prompts/list", {});
  ask(5, "resources/list", {});
  ask(6, "resources/templates/list", {});
  await expect.poll(() => said.length).toBe(6);
  input.end();
  await served;
  const answers = said.map((text) => JSON.parse(text)).sort((one, other) => Number(one.id) - Number(other.id));
  expect(answers).toMatchObject([
    { id: null, error: { code: -32700, message: "This line is not JSON." } },
    // It cannot detect changed lists, so it does not announce notifications about them.
    { id: 1, result: { serverInfo: { name: "peak" }, capabilities: { tools: {}, prompts: {}, resources: {} } } },
    { id: 3, result: {} },
    { id: 4, result: { prompts: [] } },
    { id: 5, result: { resources: [] } },
    { id: 6, result: { resourceTemplates: [] } },
  ]);
  expect(JSON.stringify(answers)).not.toContain('"listChanged":true');
});
