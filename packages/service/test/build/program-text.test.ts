import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const BUNDLE = new URL("../../dist/bundle/", import.meta.url);

/** What stands in no file of the service: zod in German. */
const UNUSED = ["Eingabe: erwartet"];

test("the program is without what it never calls", () => {
  const files = readdirSync(BUNDLE).filter((name) => name.endsWith(".js"));
  const whole = files.map((name) => readFileSync(new URL(name, BUNDLE), "utf8")).join("");
  expect(whole).toContain("invalid_type"); // zod is in it
  expect(UNUSED.filter((text) => whole.includes(text))).toEqual([]);
});
