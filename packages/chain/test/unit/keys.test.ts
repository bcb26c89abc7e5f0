import { generateKeyPairSync, sign } from "node:crypto";
import { expect, test } from "vitest";
import { endorsementText, isSigned, keyIdOf } from "../../src/keys.js";
import { GOLDEN } from "./golden-chain.js";

const { text, signature } = GOLDEN.statement;
const { x } = GOLDEN.key;

test("a key is named by its RFC 7638 thumbprint, as in RFC 8037", () => {
  expect(keyIdOf("11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo")).toBe("kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k");
});

test("an endorsement speaks of the key and its name", () => {
  expect(endorsementText(keyIdOf(x), x)).toBe(GOLDEN.key.endorsement_text);
});

test("the golden signature holds, and no other text, signature or key does", () => {
  expect(isSigned(text, signature, x)).toBe(true);
  expect(isSigned(`${text} `, signature, x)).toBe(false);
  expect(isSigned(text, signature.replace(/^./, "U"), x)).toBe(false);
  expect(isSigned(text, signature, other().x)).toBe(false);
});

test("a signature is over the text in UTF-8", () => {
  const { x: ours, signed } = other();
  expect(isSigned("é €", signed("é €"), ours)).toBe(true);
});

test("what is no signature or no key is false, not a fault", () => {
  for (const wrong of [
    "",
    "AA",
    signature.slice(0, -1),
    `${signature}==`,
    `${signature} `,
    signature.replace(/^./, "+"),
    signature.replace(/Q$/, "R"), // the same bytes, with other unused bits
  ])
    expect(isSigned(text, wrong, x)).toBe(false);
  for (const wrong of ["", "AA", "not a key", `${x}${x}`]) expect(isSigned(text, signature, wrong)).toBe(false);
});

function other(): { readonly x: string; readonly signed: (text: string) => string } {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  return {
    x: publicKey.export({ format: "jwk" }).x ?? "",
    signed: (said) => sign(null, Buffer.from(said, "utf8"), privateKey).toString("base64url"),
  };
}
