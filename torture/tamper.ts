import { join } from "node:path";
import SqliteFile from "better-sqlite3";
import fc from "fast-check";
import { breakInBeside } from "../packages/service/test/property/chain/histories.js";
import { type Tampering, tamper, tamperingsOfEachKind } from "../packages/service/test/property/chain/tamperings.js";
import { ask, freshClient } from "../packages/service/test/support/ask.js";
import { eventually } from "../packages/service/test/support/service-process.js";
import { closingAfter, lookOn, START } from "./beside-undisturbed.js";
import { movedLife, pastFolder } from "./moved-life.js";
import { type Attack, cleanedUp, type TorturePart } from "./part.js";

const TIMEOUT_MS = 20_000;

const NOTICED = "what is stored is not what was signed";

/** Edits of the database by somebody who may write to it, while the service runs or is stopped. */
export const tamperPart: TorturePart = {
  name: "tamper",
  about: "edits of signed days, rows, links, statements and keys, beside a service or while it is stopped",
  async run(attack) {
    const signed = await signedFolder(attack);
    const acts = fc.sample(tamperingsOfEachKind, { seed: attack.seed, numRuns: MAX_ROUNDS }).flat();
    attack.begin();
    for (const act of acts) {
      await cleanedUp(attack, (own) => tryOut(own, signed, act)).catch((error) =>
        attack.finding(`${JSON.stringify(act)}: ${String(error)}`),
      );
      if (attack.signal.aborted) return;
    }
  },
};

const MAX_ROUNDS = 1500;

/** What a service has left that has closed a day and signed it. */
async function signedFolder(attack: Attack): Promise<string> {
  const service = await movedLife(attack, { past: await pastFolder(START), at: START });
  for (const at of [lookOn(0), closingAfter(0)]) {
    service.moveTo(at);
    await service.untilDone();
  }
  await service.kill();
  return service.folder;
}

/**
 * One edit in a copy: at the closing of the next day, or at the start before it, it is noticed, nothing is signed, and the
 * history that is shown is the one from before or none.
 */
async function tryOut(attack: Attack, signed: string, act: Tampering): Promise<void> {
  const isRunning = attack.random() < 0.5;
  const service = await movedLife(attack, { past: signed, at: lookOn(1) });
  const history = () => ask(`${service.origin}/api/public/nhci/history`, { from: freshClient() });
  const { text: before } = await history();
  if (!isRunning) await service.kill();
  if (!edit(service.folder, act)) return;
  const left = statementsIn(service.folder);
  attack.tried(isRunning ? "edits beside a service" : "edits of a stopped service");
  service.moveTo(closingAfter(1));
  if (!isRunning) await service.start();
  const isNoticed = () => service.log().some(({ msg }) => msg === NOTICED) || undefined;
  await eventually("it to be noticed", isNoticed, TIMEOUT_MS);
  if (statementsIn(service.folder) > left) throw new Error("something was signed afterwards");
  const shown = await history();
  if (shown.status !== 503 && shown.text !== before) throw new Error(`it shows ${shown.status} ${shown.text}`);
}

/** @returns whether it has changed anything */
function edit(folder: string, act: Tampering): boolean {
  const file = breakInBeside(join(folder, "peak.db"));
  try {
    return tamper(file, act);
  } finally {
    file.close();
  }
}

function statementsIn(folder: string): number {
  const file = new SqliteFile(join(folder, "peak.db"), { readonly: true });
  try {
    return Number(file.prepare("SELECT count(*) FROM statements").pluck().get());
  } finally {
    file.close();
  }
}
