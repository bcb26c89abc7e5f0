import { ConfigError } from "../../../src/domain/errors.js";
import { openSigner } from "../../../src/platform/signing-key.js";

/** Opens the key of the first argument as a start does, and says its name, or what is wrong. */
try {
  process.stdout.write((await openSigner({ signingKeyFile: process.argv[2] ?? "" })).keyId);
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stdout.write(error.message);
  process.exitCode = 2;
}
