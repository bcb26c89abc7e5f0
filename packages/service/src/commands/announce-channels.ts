/** The message formats of the receivers of `peak announce`. */

import { ConfigError } from "../domain/errors.js";
import type { Post } from "./post.js";

export const CHANNELS = ["ntfy", "telegram", "discord", "slack", "plain"] as const;

export type Channel = (typeof CHANNELS)[number];

/** A message in plain text. */
export interface Message {
  /** The same for every attempt to send the message. */
  readonly id: string;
  /** One line. */
  readonly title: string;
  /** The lines below the title. */
  readonly text: string;
  /** Where to read more. */
  readonly url: string;
}

/** @throws ConfigError if the address lacks what this kind of receiver needs; the message never contains the address */
export function checkReceiver(channel: Channel, receiver: URL): void {
  if (channel === "ntfy" && topicOf(receiver) === "") {
    throw new ConfigError(["ANNOUNCE_URL must end with a topic, such as https://ntfy.sh/your-topic"]);
  }
  if (channel === "telegram" && !receiver.searchParams.get("chat_id")) {
    throw new ConfigError([
      "ANNOUNCE_URL must be https://api.telegram.org/bot<token>/sendMessage?chat_id=@your_channel",
    ]);
  }
}

/** The request that hands a message to a receiver. Formats: the documentation of each service, 2026. */
export function postOf(channel: Channel, receiver: URL, message: Message): Post {
  const { id, title, text, url } = message;
  const fullText = `${title}\n${text}\n${url}`;
  switch (channel) {
    case "ntfy": {
      // Sent as JSON to the address without the topic, because headers cannot hold every character of a title.
      const server = new URL(receiver);
      server.pathname = server.pathname.replace(/[^/]+\/?$/, "");
      return json(server, { topic: topicOf(receiver), title, message: text, click: url });
    }
    case "telegram": {
      const api = new URL(receiver);
      api.search = "";
      const chat = Object.fromEntries(receiver.searchParams);
      return json(api, { ...chat, text: fullText, link_preview_options: { is_disabled: true } });
    }
    case "discord":
      return json(receiver, { content: fullText.slice(0, 2000), allowed_mentions: { parse: [] } });
    case "slack":
      return json(receiver, { text: escapeForSlack(fullText), unfurl_links: false });
    case "plain": {
      const headers = { "content-type": "text/plain; charset=utf-8", "idempotency-key": `"${asciiOf(id)}"` };
      return { url: receiver, headers, body: `${fullText}\n` };
    }
  }
}

function topicOf({ pathname }: URL): string {
  return decodeURIComponent(/([^/]+)\/?$/.exec(pathname)?.[1] ?? "");
}

function json(url: URL, body: object): Post {
  return { url, headers: { "content-type": "application/json; charset=utf-8" }, body: JSON.stringify(body) };
}

function escapeForSlack(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** A header must be ASCII. */
function asciiOf(text: string): string {
  return text.replace(/[^\x21\x23-\x5b\x5d-\x7e]/g, "");
}
