import { expect, test } from "vitest";
import { LIGHT } from "../../src/colors.js";
import { dotStrip } from "../../src/dot-strip.js";
import { serialize } from "../../src/markup.js";

const drawn = (values: readonly number[]) =>
  serialize(
    dotStrip(
      {
        dots: values.map((value) => ({ value, phase: "HOT", isFilled: value > 0 })),
        ticks: [0, 1, 0.9, 1e9],
        write: (value) => `<${value}>`,
        offset: 1,
        mark: { value: 0.4, text: "half" },
      },
      LIGHT,
      "Returns",
    ),
  );

test("dots that are close stand above each other, and those that are not beside each other", () => {
  const heights = (text: string) => new Set([...text.matchAll(/cy="([^"]+)"/g)].map(([, y]) => y)).size;
  expect(heights(drawn([-0.5, 0, 1, 4]))).toBe(1);
  expect(heights(drawn([0, 0.001, 0.002, 9]))).toBe(3);
});

test("values of the axis that are out of it, or in the way of a more important one, are left out", () => {
  const text = drawn([-0.5, 4]);
  for (const tick of ["&lt;0&gt;", "&lt;1&gt;"]) expect(text).toContain(`>${tick}<`);
  expect(text).not.toMatch(/0\.9&gt;|1000000000/);
});
