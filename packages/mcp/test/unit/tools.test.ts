import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { McpServer } from "@modelcontextprotocol/server";
import { type Answer, type PeakClient, PeakError } from "peak-cycle-client";
import { expect, onTestFinished, test } from "vitest";
import { addTools } from "../../src/index.js";

/** As much of what a site answers as the tools read. */
const REPLIES = {
  current: { btc: { score: 47.3 }, crypto: { score: 41 }, market: { btc_price_usd: 84_391.27 } },
  history: { asset: "BTC", data: [{ score: 46 }, { score: 47 }, { score: 47.3 }] },
  meta: {
    btc: { change: { "1d": 0.4 } },
    settled: null,
    later_place: { low: 12.4 },
    disagreement: null,
    attribution: { text: "Index by Site" },
  },
  record: {
    ok: true,
    caution: "Four cycles.",
    turns: [{ period: "early" }, { period: "later" }],
    year_after: [{ period: "later" }],
  },
};

/** The protocol's official client, with our tools over a made-up site as its server. */
async function agent(about: Partial<Answer<unknown>> | PeakError = {}) {
  const answer = (data: object) => async () => {
    if (about instanceof PeakError) throw about;
    return { data, isStale: false, confirmedAt: new Date("2026-11-21T07:06:00Z"), failure: undefined, ...about };
  };
  const peak = Object.fromEntries(Object.entries(REPLIES).map(([name, data]) => [name, answer(data)]));
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

test("there are three tools, which read only and take no argument but their own", async () => {
  const { tools } = await (await agent()).client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(["peak_now", "peak_history", "peak_record"]);
  for (const { description, inputSchema, annotations } of tools) {
    expect(description?.length).toBeGreaterThan(50);
    expect(inputSchema).toMatchObject({ type: "object", additionalProperties: false });
    expect(annotations).toMatchObject({ readOnlyHint: true });
  }
});

test("each answers with its figures, their age, a caution and whom to name, as data and as text", async () => {
  const { call } = await agent();
  const now = await call("peak_now");
  expect(now.answer).toMatchObject({
    btc: { score: 47.3 },
    change: { "1d": 0.4 },
    later_place: { low: 12.4 },
    market: { btc_price_usd: 84_391.27 },
  });
  const history = await call("peak_history", { days: 2 });
  expect(history.answer).toMatchObject({ asset: "BTC", data: [{ score: 47 }, { score: 47.3 }] });
  const record = await call("peak_record", { period: "later" });
  expect(record.answer).toMatchObject({
    turns: [{ period: "later" }],
    caution: expect.stringMatching(/^Four cycles\. /),
  });
  for (const { answer, text } of [now, history, record]) {
    expect(answer).toMatchObject({
      is_stale: false,
      confirmed_at: "2026-11-21T07:06:00.000Z",
      caution: expect.stringContaining("no advice"),
      attribution: { text: "Index by Site" },
    });
    expect(JSON.parse(text)).toEqual(answer);
  }
});

test("what is stale, or from before, says so", async () => {
  const failure = new PeakError("the service answered 503", 503, new Date(), undefined);
  const { answer } = await (await agent({ isStale: true, failure })).call("peak_now");
  expect(answer).toMatchObject({
    is_stale: true,
    warning: expect.stringContaining("say so"),
    earlier_answer_because: "the service answered 503",
  });
});

test("without an answer the result is an error that says why, and when to ask again", async () => {
  const retryAt = new Date("2026-11-21T07:07:00Z");
  const { call } = await agent(new PeakError("the service answered 429", 429, retryAt, undefined));
  const { result, text } = await call("peak_now");
  expect(result.isError).toBe(true);
  expect(text).toBe("There is no answer: the service answered 429. Ask again after 2026-11-21T07:07:00.000Z.");
});

test.each([
  ["peak_history", { days: 31 }, "days"],
  ["peak_history", { days: "all" }, "days"],
  ["peak_now", { asset: "eth" }, "asset"],
  ["peak_record", { period: "future" }, "period"],
])("%s with %j gives an error that names what is wrong", async (name, args, named) => {
  const { result, text } = await (await agent()).call(name, args);
  expect(result.isError).toBe(true);
  expect(text).toContain(named);
});
