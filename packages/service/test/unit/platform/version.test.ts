import { expect, test } from "vitest";
import { nodeVersionFault } from "../../../src/version.js";

test.each(["20.20.2", "22.13.1", "22.9.0", "18.0.0"])("Node %s is refused as too old, in one sentence", (version) => {
  expect(nodeVersionFault(version)).toBe(`Node 22.14 or newer is needed; this is ${version}`);
});

test.each(["22.14.0", "22.20.1", "24.0.0", "26.10.0"])("Node %s is accepted", (version) => {
  expect(nodeVersionFault(version)).toBeUndefined();
});
