import { expect, test } from "vitest";
import { hashOfRevisions, nextLink } from "../../../src/chain/link.js";
import { NO_HASH } from "../../../src/chain/sha256.js";
import { addDays } from "../../../src/domain/instant.js";
import { DAYS, GOLDEN, REVISION } from "./golden-chain.js";

test("links are the golden ones", () => {
  const first = nextLink(undefined, DAYS[0]);
  const second = nextLink(first, DAYS[1]);
  for (const [link, { sealed: _, ...golden }, { day }] of [
    [first, GOLDEN.links[0], DAYS[0]],
    [second, GOLDEN.links[1], DAYS[1]],
  ] as const)
    expect(link).toEqual({ ...golden, day });
});

test("a link hangs on all of the link before it", () => {
  const first = nextLink(undefined, DAYS[0]);
  const second = nextLink(first, DAYS[1]);
  expect(nextLink(nextLink(undefined, { ...DAYS[0], price: 0.09 }), DAYS[1]).hash).not.toBe(second.hash);
  expect(nextLink(nextLink(undefined, { ...DAYS[0], price: 0.09 }), DAYS[1]).leaf).toBe(second.leaf);
  expect(nextLink({ ...first, position: 1 }, DAYS[1]).leaf).not.toBe(second.leaf);
});

test("no day is left out, and none comes twice", () => {
  const first = nextLink(undefined, DAYS[0]);
  const later = { ...DAYS[1], day: addDays(DAYS[1].day, 1) };
  expect(() => nextLink(first, later)).toThrow("2010-07-20 cannot be linked to 2010-07-18: a day is missing");
  expect(() => nextLink(first, DAYS[0])).toThrow(RangeError);
});

test("corrections are a chain of their own", () => {
  const second = { ...REVISION, number: 2 };
  expect(hashOfRevisions([])).toBe(NO_HASH);
  expect(hashOfRevisions([REVISION])).toBe(GOLDEN.revision.hash);
  expect(hashOfRevisions([REVISION, second])).toBe("210043897bf2b77864047e6e033475ff2e8ded9b3bccc05799d6909863a5eaaf");
  expect(hashOfRevisions([second, REVISION])).not.toBe(hashOfRevisions([REVISION, second]));
});
