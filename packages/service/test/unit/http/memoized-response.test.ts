import { expect, test } from "vitest";
import { NO_STORE } from "../../../src/http/cache-control.js";
import { memoizedResponse } from "../../../src/http/memoized-response.js";
import { fakeClock } from "../../support/fake-clock.js";

const HEADERS = { contentType: "text/plain" };

/** An answer about a thing that can be replaced, and how often its text was made. */
function about(first: { readonly says: string } | undefined, isUnencoded = false) {
  const clock = fakeClock("2026-11-21T07:06:00Z");
  const state = { source: first, made: 0, cacheControl: "a" };
  const answer = memoizedResponse(clock, {
    headers: HEADERS,
    source: () => state.source,
    text: ({ says }) => {
      state.made++;
      return says;
    },
    cacheControl: () => state.cacheControl,
    isUnencoded,
  });
  return { state, answer, body: () => String(answer()?.identity.whole.body) };
}

test("there is no answer before there is a source, and none when it is gone", () => {
  const { state, answer, body } = about(undefined);
  expect(answer()).toBeUndefined();
  state.source = { says: "hello" };
  expect(body()).toBe("hello");
  state.source = undefined;
  expect(answer()).toBeUndefined();
});

test("bytes are made on the first request after a change, and at once, and never again", () => {
  const { state, answer, body } = about({ says: "one" });
  expect(state.made).toBe(0);
  expect(answer()).toBe(answer());
  expect(state.made).toBe(1);
  state.source = { says: "two" };
  expect(body()).toBe("two"); // in the same millisecond
  expect(state.made).toBe(2);
});

test("another time to keep it changes the head alone", () => {
  const { state, answer } = about({ says: "one" });
  const before = answer();
  state.cacheControl = NO_STORE;
  const after = answer();
  expect(state.made).toBe(1);
  expect(after?.identity.whole.head).toContain(NO_STORE);
  expect(after?.br.whole.body).toBe(before?.br.whole.body);
});

test("one that is not encoded is held once for every client", () => {
  const { answer } = about({ says: "one" }, true);
  expect(answer()?.br).toBe(answer()?.identity);
  expect(answer()?.gzip.whole.head).not.toContain("Content-Encoding");
});

test("bytes of several things are made again when one of them changes", () => {
  const parts = { a: {}, b: 1 };
  let made = 0;
  const answer = memoizedResponse(fakeClock("2026-11-21T07:06:00Z"), {
    headers: HEADERS,
    source: () => ({ ...parts }),
    text: ({ b }) => `${b} ${++made}`,
    cacheControl: () => "a",
  });
  const body = () => String(answer()?.identity.whole.body);
  expect([body(), body()]).toEqual(["1 1", "1 1"]);
  parts.b = 2;
  expect([body(), body()]).toEqual(["2 2", "2 2"]);
  parts.a = {};
  expect(body()).toBe("2 3");
});
