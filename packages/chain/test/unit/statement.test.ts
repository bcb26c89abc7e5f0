import type { Instant } from "peak-cycle-model";
import { expect, test } from "vitest";
import { type Claim, readStatement, statementText } from "../../src/statement.js";
import { DAYS, GOLDEN } from "./golden-chain.js";

const CLAIM: Claim = {
  chain: GOLDEN.links[0].hash,
  position: 1,
  closed: DAYS[1].day,
  hash: GOLDEN.links[1].hash,
  revisions: 1,
  revisionsHash: GOLDEN.revision.hash,
  signedAt: Date.parse("2026-03-22T00:00:01Z") as Instant,
};

test("a statement is the golden one, and is read as what it was made of", () => {
  expect(statementText(CLAIM)).toBe(GOLDEN.statement.text);
  expect(readStatement(GOLDEN.statement.text)).toEqual(CLAIM);
});

test.each([
  ["", "nothing"],
  ["{}", "no field"],
  [GOLDEN.statement.text.slice(0, -1), "cut off"],
  [`${GOLDEN.statement.text}\n`, "a line end"],
  [GOLDEN.statement.text.replace(",", ", "), "a space"],
  [GOLDEN.statement.text.replace("{", '{"more":1,'), "another field"],
  [GOLDEN.statement.text.replace('"position":1', '"position":1.5'), "a fraction"],
  [GOLDEN.statement.text.replace('"position":1', '"position":-1'), "a negative position"],
  [GOLDEN.statement.text.replace('"position":1', '"position":"1"'), "a text for a number"],
  [GOLDEN.statement.text.replace("2010-07-19", "2010-02-30"), "no day"],
  [GOLDEN.statement.text.replace('"2010-07-19"', "1"), "a number for a day"],
  [GOLDEN.statement.text.replace("T00:00:01.000Z", "T00:00:01Z"), "another form of the moment"],
  [GOLDEN.statement.text.replace("2026-03-22T00:00:01.000Z", "soon"), "no moment"],
  [GOLDEN.statement.text.replace(CLAIM.hash, CLAIM.hash.toUpperCase()), "capitals"],
  [GOLDEN.statement.text.replace(CLAIM.hash, "0"), "a short hash"],
])("%j is no statement: %s", (text) => {
  expect(readStatement(text)).toBeUndefined();
});
