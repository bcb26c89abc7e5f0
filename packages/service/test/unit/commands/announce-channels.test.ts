import { expect, test } from "vitest";
import { type Channel, checkReceiver, postOf } from "../../../src/commands/announce-channels.js";

const MESSAGE = {
  id: "tag:peak.example,2026-11-20:/nhci/changes/2026-11-20/phase/BULL",
  title: "Bitcoin settled phase: Bull Active, was Accumulation",
  text: "Score 46.2\nÍndice <One> & more, https://peak.example/",
  url: "https://peak.example/record#2026-11-20-phase",
};
const WHOLE = `${MESSAGE.title}\n${MESSAGE.text}\n${MESSAGE.url}`;

const sent = (channel: Channel, receiver: string, message = MESSAGE) => {
  const { url, headers, body } = postOf(channel, new URL(receiver), message);
  return { url: url.href, type: headers["content-type"], body: body.startsWith("{") ? JSON.parse(body) : body };
};

const JSON_TYPE = "application/json; charset=utf-8";

test("ntfy gets JSON with the topic at the address of the server, which keeps path and access token", () => {
  expect(sent("ntfy", "https://ntfy.example/below/my-topic?auth=x")).toEqual({
    url: "https://ntfy.example/below/?auth=x",
    type: JSON_TYPE,
    body: { topic: "my-topic", title: MESSAGE.title, message: MESSAGE.text, click: MESSAGE.url },
  });
});

test("Telegram gets the chat from the address, and everything else as JSON", () => {
  expect(sent("telegram", "https://api.telegram.org/bot1:a/sendMessage?chat_id=@peak&message_thread_id=7")).toEqual({
    url: "https://api.telegram.org/bot1:a/sendMessage",
    type: JSON_TYPE,
    body: { chat_id: "@peak", message_thread_id: "7", text: WHOLE, link_preview_options: { is_disabled: true } },
  });
});

test("Discord gets a text without mentions, within its length limit", () => {
  const { body } = sent("discord", "https://discord.com/api/webhooks/1/a");
  expect(body).toEqual({ content: WHOLE, allowed_mentions: { parse: [] } });
  const long = sent("discord", "https://discord.com/api/webhooks/1/a", { ...MESSAGE, text: "x".repeat(3000) });
  expect(long.body.content).toHaveLength(2000);
});

test("Slack gets a text whose markup is escaped", () => {
  const { body } = sent("slack", "https://hooks.slack.com/services/a");
  expect(body.text).toBe(WHOLE.replace("<One> & more", "&lt;One&gt; &amp; more"));
});

test("a plain receiver gets the text with an id, so that it can drop duplicates", () => {
  const { headers, body } = postOf("plain", new URL("https://a.example/hook"), { ...MESSAGE, id: 'é"\r\nx\\: 1' });
  expect(body).toBe(`${WHOLE}\n`);
  expect(headers).toEqual({ "content-type": "text/plain; charset=utf-8", "idempotency-key": '"x:1"' });
});

test.each([
  ["ntfy", "https://ntfy.sh/"],
  ["ntfy", "https://ntfy.sh"],
  ["telegram", "https://api.telegram.org/botsecret/sendMessage"],
] as const)("%s rejects the incomplete address %s without repeating it", (channel, address) => {
  expect(() => checkReceiver(channel, new URL(address))).toThrow(/^ANNOUNCE_URL must /);
  expect(() => checkReceiver(channel, new URL(address))).not.toThrow(/secret/);
});
