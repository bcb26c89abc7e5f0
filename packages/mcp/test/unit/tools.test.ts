import { readFileSync } from "node:fs";
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { McpServer } from "@modelcontextprotocol/server";
import { type Answer, type PeakClient, PeakError, type RecordReply } from "peak-cycle-client";
import { describe, expect, onTestFinished, test } from "vitest";
import { FIELDS } from "../../src/fields.js";
import { addTools } from "../../src/index.js";

const { paths } = JSON.parse(readFileSync(new URL("../../../../docs/openapi.json", import.meta.url), "utf8"));
const example = (path: string) => paths[path].get.responses["200"].content["application/json"].example;

const RECORD = example("/api/public/nhci/record") as RecordReply;
const [TURN] = RECORD.turns as [RecordReply["turns"][number]];
const [LATER] = RECORD.periods as [RecordReply["periods"][number]];

/** A site's responses: the examples in its OpenAPI document, and a record with two periods. */
const REPLIES = {
  current: example("/api/public/nhci"),
  history: example("/api/public/nhci/history"),
  meta: example("/api/public/nhci/meta"),
  record: {
    ...RECORD,
    turns: [
      { ...TURN, period: "development" },
      { ...TURN, date: "2025-10-06", period: "later" },
    ],
    periods: [{ ...LATER, period: "development", from: "2014-01-01", to: "2022-12-31" }, LATER],
  },
};

/** The protocol's official client, with our tools over a made-up site as its server. */
async function agent(about: Partial<Answer<unknown>> | PeakError = {}, replies = REPLIES) {
  const answer = (data: object) => async () => {
    if (about instanceof PeakError) throw about;
    return { data, isStale: false, confirmedAt: new Date("2026-11-21T07:06:00Z"), failure: undefined, ...about };
  };
  const peak = Object.fromEntries(Object.entries(replies).map(([name, data]) => [name, answer(data)]));
  const server = new McpServer({ name: "peak", version: "1.0.0" });
  addTools(server, peak as unknown as PeakClient);
  const client = new Client({ name: "test", version: "1.0.0" });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);
  onTestFinished(() => client.close());
  const call = async (name: string, args: Readonly<Record<string, unknown>> = {}) => {
    const result = await client.callTool({ name, arguments: args });
    const [content] = result.content;
    return { result, answer: result.structuredContent, text: content?.type === "text" ? content.text : "" };
  };
  return { client, call };
}

test("the server offers three tools, which only read and take no unknown argument", async () => {
  const { tools } = await (await agent()).client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(["peak_now", "peak_history", "peak_record"]);
  for (const { description, inputSchema, annotations } of tools) {
    expect(description?.length).toBeGreaterThan(50);
    expect(inputSchema).toMatchObject({ type: "object", additionalProperties: false });
    expect(annotations).toMatchObject({ readOnlyHint: true });
  }
});

test("peak_now returns the figures of the score, the settled phase and the change", async () => {
  const { ok: _ok, ...figures } = REPLIES.current;
  const { settled, btc } = REPLIES.meta;
  expect((await (await agent()).call("peak_now")).answer).toMatchObject({ ...figures, settled, change: btc.change });
});

test("peak_history returns the newest days", async () => {
  const { answer } = await (await agent()).call("peak_history", { days: 1 });
  expect(answer).toMatchObject({ asset: "BTC", data: REPLIES.history.data.slice(-1) });
});

test("peak_record returns the record with its caution", async () => {
  const { ok: _ok, caution, ...facts } = REPLIES.record;
  const { answer } = await (await agent()).call("peak_record");
  expect(answer).toMatchObject({ ...facts, caution: expect.stringContaining(caution) });
});

describe.each(["peak_now", "peak_history", "peak_record"])("%s", (name) => {
  test("returns the age of its figures", async () => {
    const { answer } = await (await agent()).call(name);
    expect(answer).toMatchObject({ is_stale: false, confirmed_at: "2026-11-21T07:06:00.000Z" });
  });

  test("returns a caution and the attribution", async () => {
    const { answer } = await (await agent()).call(name);
    const { attribution } = REPLIES.meta;
    expect(answer).toMatchObject({ caution: expect.stringContaining("nor advice"), attribution });
  });

  test("returns the same as data and as text", async () => {
    const { answer, text } = await (await agent()).call(name);
    expect(JSON.parse(text)).toEqual(answer);
  });
});

test("peak_record of one period counts no day of another", async () => {
  const { call } = await agent();
  const { answer } = await call("peak_record", { period: "later" });
  const { flags, from, to } = LATER;
  expect(answer).toMatchObject({ period: "later", from, to, flags, turns: [{ date: "2025-10-06" }] });
  expect(JSON.stringify(answer)).not.toContain('"development"');
  const development = await call("peak_record", { period: "development" });
  expect(development.answer).toMatchObject({ period: "development", from: "2014-01-01" });
  const { result, text } = await call("peak_record", { period: "early" });
  expect([result.isError, text]).toEqual([true, "The record has no days in the period early yet."]);
});

test("each tool has an output schema that allows further fields, and its result matches it", async () => {
  const { client, call } = await agent();
  const { tools } = await client.listTools();
  for (const { name, outputSchema = {} } of tools) {
    expect(JSON.stringify(outputSchema)).not.toContain("additionalProperties");
    const { answer } = await call(name); // the client validates it too
    expect(Object.keys(answer ?? {})).toEqual(expect.arrayContaining(outputSchema["required"] as string[]));
    for (const field of Object.keys(answer ?? {})) expect(outputSchema["properties"]).toHaveProperty(field);
  }
});

test.each(["peak_now", "peak_history", "peak_record"])("%s says when its figures are invented", async (name) => {
  const real = await (await agent()).call(name);
  expect(real.answer).toMatchObject({ is_invented: false, caution: expect.not.stringContaining("invented") });
  const invented = { ...REPLIES, meta: { ...REPLIES.meta, simulated: true } };
  const { answer } = await (await agent({}, invented)).call(name);
  expect(answer).toMatchObject({ is_invented: true, caution: expect.stringMatching(/^These figures are invented/) });
});

test("peak_now and peak_record explain every phase and signal in their descriptions", async () => {
  const { tools } = await (await agent()).client.listTools();
  const { properties } = FIELDS.CurrentReply.btc;
  const words = [...properties.phase.enum, ...properties.phase_key.enum, ...properties.signal.enum];
  for (const { name, description = "" } of tools.filter(({ name }) => name !== "peak_history"))
    expect([name, words.filter((word) => !description.includes(word))]).toEqual([name, []]);
});

test("peak_now warns that its result is stale or an earlier one", async () => {
  const failure = new PeakError("the service responded with 503", 503, new Date(), undefined);
  const { answer } = await (await agent({ isStale: true, failure })).call("peak_now");
  expect(answer).toMatchObject({
    is_stale: true,
    warning: expect.stringContaining("say so"),
    earlier_answer_because: "the service responded with 503",
  });
});

test("peak_now without a response returns an error that says why and when to try again", async () => {
  const retryAt = new Date("2026-11-21T07:07:00Z");
  const { call } = await agent(new PeakError("the service responded with 429", 429, retryAt, undefined));
  const { result, text } = await call("peak_now");
  expect(result.isError).toBe(true);
  expect(text).toBe("No usable response: the service responded with 429. Try again after 2026-11-21T07:07:00.000Z.");
});

test.each([
  ["peak_history", { days: 31 }, "days"],
  ["peak_history", { days: "all" }, "days"],
  ["peak_now", { asset: "eth" }, "asset"],
  ["peak_record", { period: "future" }, "period"],
])("%s with %j returns an error that names the mistake", async (name, args, named) => {
  const { result, text } = await (await agent()).call(name, args);
  expect(result.isError).toBe(true);
  expect(text).toContain(named);
});
