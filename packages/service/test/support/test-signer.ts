/** Keys that sign a ledger. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { writeFileSync } from "node:fs";
import { keyIdOf, type LedgerSigner } from "peak-cycle-verify";
import { ownLedger } from "../../src/ledger/own-ledger.js";
import type { Signing } from "../../src/ledger/signing.js";
import { SignedHeadFile } from "../../src/ledger/signing-key.js";
import { quietLog } from "./quiet-log.js";

/** A signer with a key of its own. @param former signers whose keys it still has */
export function testSigner(...former: readonly LedgerSigner[]): LedgerSigner {
  return signerWith(generateKeyPairSync("ed25519").privateKey, former);
}

function signerWith(key: KeyObject, former: readonly LedgerSigner[] = []): LedgerSigner {
  const { x = "" } = createPublicKey(key).export({ format: "jwk" });
  const signText = (text: string) => sign(null, Buffer.from(text, "utf8"), key).toString("base64url");
  return { keyId: keyIdOf(x), x, sign: signText, former: new Map(former.map((each) => [each.keyId, each.sign])) };
}

/** How an installation knows its ledger whose key file holds this signer's keys. */
export function signingOf(
  signer: LedgerSigner,
  kept = new SignedHeadFile("/no-such-folder/key", quietLog(), "read"),
): Signing {
  return { signer, ...ownLedger(signer, kept) };
}

/** Signs the pasts that tests share: made for them, and used for nothing else. */
const PEM = `-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIF0Xerfrh1xHppCwiK7ctY6hGXhHP1QKI+WKrTRFRugc
-----END PRIVATE KEY-----
`;

export const pastSigner = () => signerWith(createPrivateKey(PEM));

/** For an instance that continues such a past. */
export function writePastKey(path: string): void {
  writeFileSync(path, PEM, { mode: 0o600 });
}
