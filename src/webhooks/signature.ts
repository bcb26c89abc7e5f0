import { createHash, createHmac } from "node:crypto";

/** What the signature of one attempt covers. */
interface Signed {
  readonly id: string;
  /** Of the attempt, in seconds since 1970. */
  readonly timestamp: number;
  readonly body: string;
}

/**
 * `webhook-signature`: one signature a secret, so that a receiver can go over to another secret in its own time.
 * Source: standardwebhooks.com, version 1, symmetric.
 */
export function signatureHeader(secrets: readonly Uint8Array[], { id, timestamp, body }: Signed): string {
  const sign = (secret: Uint8Array) =>
    createHmac("sha256", secret).update(`${id}.${timestamp}.${body}`).digest("base64");
  return secrets.map((secret) => `v1,${sign(secret)}`).join(" ");
}

/** The id of an address in the database, which does not hold the address itself: the path of many is a secret. */
export function receiverId(url: URL): string {
  return createHash("sha256").update(url.href).digest("hex").slice(0, 16);
}
