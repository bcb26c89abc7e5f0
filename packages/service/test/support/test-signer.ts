import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { keyIdOf, type LedgerSigner } from "peak-cycle-verify";

/** A signer with a key of its own. @param former signers whose keys it still has */
export function testSigner(...former: readonly LedgerSigner[]): LedgerSigner {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const { x = "" } = publicKey.export({ format: "jwk" });
  const signText = (text: string) => signWith(privateKey, text);
  return { keyId: keyIdOf(x), x, sign: signText, former: new Map(former.map((each) => [each.keyId, each.sign])) };
}

function signWith(key: KeyObject, text: string): string {
  return sign(null, Buffer.from(text, "utf8"), key).toString("base64url");
}
