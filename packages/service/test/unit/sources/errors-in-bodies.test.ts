import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { SOURCES } from "../../../src/sources/order.js";
import { fixture } from "../../support/canned-source.js";

const RECORDED = new URL("../../fixtures/sources/", import.meta.url);

test.each(SOURCES)("$name reports no error in its recorded responses or in any other JSON", (source) => {
  const recorded = readdirSync(RECORDED).filter((file) => file.startsWith(source.name) && file.endsWith(".json"));
  expect(recorded, `test/fixtures/sources/${source.name}-….json`).not.toEqual([]);
  for (const file of recorded) expect(source.faultIn(fixture(file.slice(0, -".json".length))), file).toBeUndefined();
  for (const body of [undefined, null, 7, "x", [], {}, [[]], { error: null }, { error: ["WGeneral:Something"] }]) {
    expect(source.faultIn(body)).toBeUndefined();
  }
});
