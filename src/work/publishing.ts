import type { Config } from "../config.js";
import { openSigner } from "../platform/signing-key.js";
import { VERSION } from "../platform/version.js";
import type { Publishing } from "../tasks.js";
import type { WorkMachine } from "./worker.js";

/** What a process publishes with; the key is made when there is none yet. @throws as `openSigner` */
export async function openPublishing(
  config: Config,
  { makeRecord }: Pick<WorkMachine, "makeRecord">,
): Promise<Publishing> {
  return { signer: await openSigner(config), makeRecord, programVersion: VERSION };
}
