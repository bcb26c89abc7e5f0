/** Keys that sign a ledger. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { writeFileSync } from "node:fs";
import { keyIdOf, type LedgerSigner } from "peak-cycle-verify";
import { ownLedger } from "../../src/ledger/own-ledger.js";
import type { Signing } from "../../src/ledger/signing.js";
import { SignedHeadFile } from "../../src/ledger/signing-key.js";
import { quietLog } from "./quiet-log.js";

/** A signer with its own key. @param former signers whose keys it still has */
export function testSigner(...former: readonly LedgerSigner[]): LedgerSigner {
  return signerWith(generateKeyPairSync("ed25519").privateKey, former);
}

function signerWith(key: KeyObject, former: readonly LedgerSigner[] = []): LedgerSigner {
  const { x = "" } = createPublicKey(key).export({ format: "jwk" });
  const signText = (text: string) => sign(null, Buffer.from(text, "utf8"), key).toString("base64url");
  return { keyId: keyIdOf(x), x, sign: signText, former: new Map(former.map((each) => [each.keyId, each.sign])) };
}

/** What an installation knows about its own ledger if its key file has this signer's keys. */
export function signingOf(
  signer: LedgerSigner,
  kept = new SignedHeadFile("/no-such-folder/key", quietLog(), "read"),
): Signing {
  return { signer, ...ownLedger(signer, kept) };
}

/** A key made only for signing the pasts that tests share. */
const PEM = `-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIF0Xerfrh1xHppCwiK7ctY6hGXhHP1QKI+WKrTRFRugc
-----END PRIVATE KEY-----
`;

export const pastSigner = () => signerWith(createPrivateKey(PEM));

/** Settings for an instance that continues such a past. */
export function writePastKey(path: string): void {
  writeFileSync(path, PEM, { mode: 0o600 });
}
