import { expect, test } from "vitest";
import { CLIENTS, requestBytes, responseReader } from "../../../bench/wire.js";

function read(reader: ReturnType<typeof responseReader>, text: string) {
  return reader(Buffer.from(text, "latin1"), text.length);
}

const WHOLE = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc";

test("puts a response together that comes in pieces", () => {
  const reader = responseReader();
  expect(read(reader, WHOLE.slice(0, 25))).toBeUndefined();
  expect(read(reader, WHOLE.slice(25, -1))).toBeUndefined();
  expect(read(reader, "c")).toEqual({ status: 200, isLast: false });
  expect(read(reader, WHOLE)).toEqual({ status: 200, isLast: false });
});

test("does not take a refusal of the same length for the usual response", () => {
  const reader = responseReader();
  read(reader, WHOLE);
  expect(read(reader, WHOLE.replace("200", "429"))?.status).toBe(429);
});

test("knows that a 304 has no body and that a connection ends", () => {
  const reader = responseReader();
  expect(read(reader, 'HTTP/1.1 304 Not Modified\r\nETag: "a"\r\nConnection: close\r\n\r\n')).toEqual({
    status: 304,
    isLast: true,
  });
});

test("throws when more comes than was asked for", () => {
  expect(() => read(responseReader(), `${WHOLE}x`)).toThrow("longer than it says");
});

const request = () => requestBytes({ path: "/x", headers: ["A: b"], status: 200 });

test("writes a whole request with the client's address", () => {
  expect(request().from(123_456).toString("latin1")).toBe(
    "GET /x HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: 198.156.134.112\r\nA: b\r\n\r\n",
  );
});

test("has another address for each of a million clients", () => {
  const text = request();
  const seen = new Set<string>();
  for (let client = 0; client < CLIENTS; client += 97) seen.add(text.from(client).toString("latin1"));
  expect(seen.size).toBe(Math.ceil(CLIENTS / 97));
});
