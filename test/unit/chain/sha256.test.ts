import { expect, test } from "vitest";
import { hashAfter, NO_HASH, sha256 } from "../../../src/chain/sha256.js";

test("hashes are those of FIPS 180-2, over UTF-8", () => {
  expect(sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect(sha256("é")).toBe("4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c");
});

test("a chain goes on with the 128 characters of two hashes", () => {
  const leaf = sha256("abc");
  expect(NO_HASH).toMatch(/^0{64}$/);
  expect(hashAfter(NO_HASH, leaf)).toBe(sha256(`${"0".repeat(64)}${leaf}`));
});
