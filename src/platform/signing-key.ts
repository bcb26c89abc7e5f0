import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { keyIdOf } from "../chain/keys.js";
import { ConfigError } from "../domain/errors.js";
import type { Signer } from "../operations/ports.js";
import { keepKeyFile, readKeyFile } from "./key-file.js";

/**
 * The private key of this installation. Its file is made when there is none; of several keys in it the first signs, and
 * the others are former ones.
 *
 * @throws ConfigError with one line that names the setting, and nothing of what is in the file
 */
export async function openSigner({ signingKeyFile: path }: { readonly signingKeyFile: string }): Promise<Signer> {
  let text = await readKeyFile(path);
  if (text === undefined) {
    await keepKeyFile(path, newKey());
    text = await readKeyFile(path); // of two processes that start together both take the file of the quicker one
  }
  const [present, ...former] = keysIn(path, text ?? "");
  if (present === undefined) throw unusable(path, "holds no key");
  const others = former.filter(({ keyId }) => keyId !== present.keyId);
  return { ...present, former: new Map(others.map((key) => [key.keyId, key.sign])) };
}

type SigningKey = Pick<Signer, "keyId" | "x" | "sign">;

function newKey(): string {
  return generateKeyPairSync("ed25519").privateKey.export({ format: "pem", type: "pkcs8" }).toString();
}

/** @throws ConfigError when a part of the file is no whole key: a new one would be signed with otherwise, unendorsed */
function keysIn(path: string, text: string): readonly SigningKey[] {
  const blocks = text.match(/-----BEGIN ([A-Z ]+)-----[^-]+-----END \1-----/g) ?? [];
  if (blocks.length !== text.split("-----BEGIN").length - 1) throw unusable(path, "is cut off");
  return blocks.map((block) => {
    const key = signingKey(block);
    if (key === undefined) throw unusable(path, "holds something else");
    return key;
  });
}

function signingKey(block: string): SigningKey | undefined {
  let key: KeyObject;
  try {
    key = createPrivateKey(block);
  } catch {
    return undefined;
  }
  if (key.asymmetricKeyType !== "ed25519") return undefined;
  const { x = "" } = createPublicKey(key).export({ format: "jwk" });
  return { keyId: keyIdOf(x), x, sign: (text) => sign(null, Buffer.from(text, "utf8"), key).toString("base64url") };
}

function unusable(path: string, fault: string): ConfigError {
  const wanted =
    'one or more Ed25519 keys in PEM without a passphrase, as "openssl genpkey -algorithm ed25519" makes them';
  return new ConfigError([`SIGNING_KEY_FILE ${path} ${fault}; it must hold ${wanted}`]);
}
