import { executionAsyncResource } from "node:async_hooks";
import { setImmediate as turn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { keepNextTickFast } from "../../../src/platform/fast-next-tick.js";

test("the objects of three ticks, with none, one and two arguments, outlive a full collection", async () => {
  const objects: WeakRef<object>[] = [];
  const counts: number[] = [];
  keepNextTickFast((callback, ...args) => {
    counts.push(args.length);
    process.nextTick(() => {
      objects.push(new WeakRef(executionAsyncResource()));
      callback(...(args as never[]));
    });
  });
  await turn();
  expect(counts).toEqual([0, 1, 2]);
  expect(objects).toHaveLength(3);
  const unheld = new WeakRef({});
  await turn(); // what a WeakRef was asked for lives until the end of the turn
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  expect(unheld.deref()).toBe(undefined);
  expect(objects.every((each) => each.deref() !== undefined)).toBe(true);
});
