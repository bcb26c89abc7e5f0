import { afterAll, expect, test } from "vitest";
import { PARTS } from "../../../../torture/all.js";
import { removePasts } from "../../../../torture/moved-life.js";
import { runPart } from "../../../../torture/part.js";

/** The short form; `npm run torture -- <part>` runs for as long as one likes. */
const SHORT_MS = 1500;
const SEED = 1;

afterAll(removePasts);

test.each(PARTS)("$name: nothing gives way", async (part) => {
  const { tried, findings } = await runPart(part, { seed: SEED, forMs: SHORT_MS });
  expect(findings).toEqual([]);
  expect([...tried.values()].every((times) => times > 0) && tried.size > 0).toBe(true);
});

test("what a part finds comes back, and what it started is gone, also when it fails", async () => {
  const undone: string[] = [];
  const part = {
    name: "planted",
    about: "",
    async run({ cleanUp, finding }: Parameters<(typeof PARTS)[number]["run"]>[0]) {
      cleanUp(() => void undone.push("first"));
      cleanUp(async () => void undone.push("second"));
      finding("a hole");
      if (undone.length > 2) throw new Error("a fault of the part");
    },
  };
  const run = () => runPart(part, { seed: 1, forMs: 0 });
  expect((await run()).findings).toEqual(["a hole"]);
  undone.push("once more");
  await expect(run()).rejects.toThrow("a fault of the part");
  expect(undone).toEqual(["second", "first", "once more", "second", "first"]);
});
