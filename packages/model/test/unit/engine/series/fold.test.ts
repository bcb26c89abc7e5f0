import { expect, test } from "vitest";
import { Fold } from "../../../../src/engine/series/fold.js";

class Sum extends Fold {
  total = 0;
  readonly last = new Float64Array(1);
  readonly all: number[] = [];

  append(value: number): this {
    this.total += value;
    this.last[0] = value;
    this.all.push(value);
    return this;
  }
}

class Pair extends Fold {
  readonly left = new Sum();
  readonly right = new Sum();
}

test("a copy begins with the same memory and shares none of it, not that of the folds inside either", () => {
  const pair = new Pair();
  pair.left.append(1);
  const twin = pair.clone();
  expect(twin).toBeInstanceOf(Pair);
  expect(twin).toEqual(pair);
  twin.left.append(2);
  twin.right.append(3);
  expect([pair.left, pair.right]).toEqual([new Sum().append(1), new Sum()]);
  expect(twin.left).toEqual(new Sum().append(1).append(2));
});

test.each([
  ["a map", new Map()],
  ["an object", { total: 1 }],
  ["a function, which may be bound to what is copied", () => 1],
])("%s, which a copy would share, is refused, however deep it lies", (_name, value) => {
  class Shared extends Fold {
    readonly pairs = [[value]];
  }
  expect(() => new Shared().clone()).toThrow(TypeError);
});
