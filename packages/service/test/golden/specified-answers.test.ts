import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { ANSWERS_FILE, type RecordedAnswer, type RecordedAnswers, specifiedAnswers } from "./golden-answers.js";

const golden = JSON.parse(readFileSync(ANSWERS_FILE, "utf8")) as RecordedAnswers;
const now = await specifiedAnswers();

test("the two specified answers are those of the golden file, to the byte and in every form", () => {
  expect(golden.answers.length).toBe(60);
  const form = now.compressors === golden.compressors ? exact : unpacked;
  expect(now.answers.map(({ asked }) => asked)).toEqual(golden.answers.map(({ asked }) => asked));
  const changed = now.answers.findIndex((answer, i) => !isDeepStrictEqual(form(answer), form(golden.answers[i]!)));
  if (changed >= 0) expect(form(now.answers[changed]!)).toEqual(form(golden.answers[changed]!));
});

function exact({ body, ...rest }: RecordedAnswer) {
  return { ...rest, body: Buffer.from(body, "base64").toString("latin1") };
}

/** Other versions of the compressors pack the same text differently; lengths and tags follow. */
function unpacked({ asked, status, headers, body }: RecordedAnswer) {
  const bytes = Buffer.from(body, "base64");
  const coding = headers.find((line) => line.startsWith("Content-Encoding: "))?.slice(18);
  const isPacked = coding !== undefined || / (?:gzip|br) /.test(asked);
  const kept = isPacked ? headers.filter((line) => !/^(?:ETag|Content-Length): /.test(line)) : headers;
  if (bytes.length === 0 || coding === undefined) return { asked, status, headers: kept, body: bytes.toString() };
  const text = coding === "br" ? brotliDecompressSync(bytes) : gunzipSync(bytes);
  return { asked, status, headers: kept, body: text.toString() };
}
