import { expect, test } from "vitest";
import { answerReader } from "../../../bench/parts/answer-reader.js";

function read(reader: ReturnType<typeof answerReader>, text: string) {
  return reader(Buffer.from(text, "latin1"), text.length);
}

const WHOLE = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc";

test("puts an answer together that comes in pieces", () => {
  const reader = answerReader();
  expect(read(reader, WHOLE.slice(0, 25))).toBeUndefined();
  expect(read(reader, WHOLE.slice(25, -1))).toBeUndefined();
  expect(read(reader, "c")).toEqual({ status: 200, isLast: false });
  expect(read(reader, WHOLE)).toEqual({ status: 200, isLast: false });
});

test("does not take a refusal of the same length for the usual answer", () => {
  const reader = answerReader();
  read(reader, WHOLE);
  expect(read(reader, WHOLE.replace("200", "429"))?.status).toBe(429);
});

test("knows that a 304 has no body and that a connection ends", () => {
  const reader = answerReader();
  expect(read(reader, 'HTTP/1.1 304 Not Modified\r\nETag: "a"\r\nConnection: close\r\n\r\n')).toEqual({
    status: 304,
    isLast: true,
  });
});

test("throws when more comes than was asked for", () => {
  expect(() => read(answerReader(), `${WHOLE}x`)).toThrow("longer than it says");
});
