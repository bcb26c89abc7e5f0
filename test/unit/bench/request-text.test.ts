import { expect, test } from "vitest";
import { CLIENTS, requestText } from "../../../bench/parts/request-text.js";

const text = () => requestText({ path: "/x", lines: ["A: b"], status: 200 });

test("writes a whole request with the client's address", () => {
  expect(text().from(123_456).toString("latin1")).toBe(
    "GET /x HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: 198.156.134.112\r\nA: b\r\n\r\n",
  );
});

test("has another address for each of a million clients", () => {
  const request = text();
  const seen = new Set<string>();
  for (let client = 0; client < CLIENTS; client += 97) seen.add(request.from(client).toString("latin1"));
  expect(seen.size).toBe(Math.ceil(CLIENTS / 97));
});
