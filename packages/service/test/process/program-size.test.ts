/** The bundled program stays in memory, so it must not contain unused code. */
import { readdirSync, statSync } from "node:fs";
import { expect, test } from "vitest";

const BUNDLE = new URL("../../dist/bundle/", import.meta.url);

/** 3.18 MB on 2026-11-29; the texts of zod in all its languages would be 0.3 MB more. */
const MAX_BYTES = 3_300_000;

test("the program of the service and the simulator is small", () => {
  const files = readdirSync(BUNDLE).filter((name) => name.endsWith(".js"));
  const bytes = files.reduce((sum, name) => sum + statSync(new URL(name, BUNDLE)).size, 0);
  expect(bytes).toBeGreaterThan(1_000_000);
  expect(bytes).toBeLessThan(MAX_BYTES);
});
