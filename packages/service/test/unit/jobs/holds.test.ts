import { expect, test } from "vitest";
import { PublishingHeldError } from "../../../src/domain/errors.js";
import { Holds } from "../../../src/jobs/holds.js";
import { Published } from "../../../src/published/published.js";
import { quietLog } from "../../support/quiet-log.js";

test("a reason that holds refuses with its newest sentence, and has a line when it begins, and one when none is left", () => {
  const [log, published] = [quietLog(), new Published()];
  const holds = new Holds(log, published);
  const shown = () => published.now.get().troubles;
  holds.release("clock");
  holds.check();
  for (const hours of [54, 53]) holds.hold("clock", `The clock is ${hours} hours ahead.`);
  for (let i = 0; i < 2; i++) holds.ledgerRead({ position: 7, message: "another hash" });
  expect(() => holds.check()).toThrow(new PublishingHeldError("The clock is 53 hours ahead."));
  const broken = "What is stored is not what was signed, from entry 7 on: nothing more is published until it is.";
  expect([holds.reasons, shown()]).toEqual([
    ["clock", "chain"],
    ["The clock is 53 hours ahead.", broken],
  ]);
  holds.release("clock");
  expect(() => holds.check()).toThrow(broken);
  holds.ledgerRead(undefined);
  holds.check();
  expect([holds.sentence, shown()]).toEqual([undefined, []]);
  expect(log.lines.map(({ level, sentence }) => `${level}: ${sentence}`)).toEqual([
    "error: publishing is held back",
    "error: what is stored is not what was signed",
    "error: publishing is held back",
    "info: publishing goes on",
  ]);
});
