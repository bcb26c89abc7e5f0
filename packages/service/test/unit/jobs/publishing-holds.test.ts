import { expect, test } from "vitest";
import { PublishingHeldError } from "../../../src/domain/errors.js";
import { publishingHolds } from "../../../src/jobs/publishing-holds.js";
import { Published } from "../../../src/published/published.js";
import { quietLog } from "../../support/quiet-log.js";

test("while a reason holds, its newest sentence refuses and is shown; each reason ends by itself, with one line for begin and end", () => {
  const [log, published] = [quietLog(), new Published()];
  const holds = publishingHolds(log, published);
  const troubles = () => published.now.get().troubles;
  holds.release("clock");
  holds.check();
  holds.hold("clock", "The clock is 54 hours ahead.");
  holds.hold("clock", "The clock is 53 hours ahead.");
  holds.hold("chain", "Entry 7 differs.");
  expect(() => holds.check()).toThrow(new PublishingHeldError("The clock is 53 hours ahead."));
  expect(troubles()).toEqual(["The clock is 53 hours ahead.", "Entry 7 differs."]);
  holds.release("clock");
  holds.release("clock");
  expect(() => holds.check()).toThrow("Entry 7 differs.");
  holds.release("chain");
  holds.check();
  expect(troubles()).toEqual([]);
  const said = log.lines.map(({ level, sentence, facts }) => `${level} ${facts["reason"]}: ${sentence}`);
  expect(said).toEqual([
    "error clock: publishing is held back",
    "error chain: publishing is held back",
    "info clock: publishing goes on",
    "info chain: publishing goes on",
  ]);
});
