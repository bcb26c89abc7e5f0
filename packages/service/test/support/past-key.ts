import { createPrivateKey, createPublicKey, sign } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { keyIdOf, type LedgerSigner } from "peak-cycle-verify";
import { tempFolder } from "./temp-sqlite.js";

/** Signs the pasts that tests share: made for them, and used for nothing else. */
const PEM = `-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIF0Xerfrh1xHppCwiK7ctY6hGXhHP1QKI+WKrTRFRugc
-----END PRIVATE KEY-----
`;

/** What has signed the past of a shared database. */
export function pastSigner(): LedgerSigner {
  const key = createPrivateKey(PEM);
  const { x = "" } = createPublicKey(key).export({ format: "jwk" });
  const own = (text: string) => sign(null, Buffer.from(text, "utf8"), key).toString("base64url");
  return { keyId: keyIdOf(x), x, sign: own, former: new Map() };
}

/** A file with its key, removed after the test: for an instance that goes on with that past. */
export function pastKeyFile(): string {
  const path = join(tempFolder(), "signing-key.pem");
  writeFileSync(path, PEM, { mode: 0o600 });
  return path;
}
