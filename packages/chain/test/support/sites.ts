import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { PHASES } from "peak-cycle-model";
import { type Ledger, proofOf } from "../../src/index.js";

/** What a site answers, by path: the honest answers, which a forger then edits. */
export interface Answers {
  proof: Record<string, unknown>;
  leaves: string[];
  keys: Record<string, unknown>[];
  revisions: Record<string, unknown>[];
  rows: Record<string, unknown>[];
}

export function answersOf(ledger: Ledger): Answers {
  const proof = proofOf(ledger);
  if (proof === undefined) throw new RangeError("nothing is signed");
  const labelled = <T extends { readonly phase_key: string }>(row: T) => {
    return { ...row, phase: PHASES.find(({ key }) => key === row.phase_key)?.label };
  };
  const base = "https://peak.example";
  const urls = { keys_url: `${base}/.well-known/peak-keys.json`, leaves_url: `${base}/api/public/nhci/proof/leaves` };
  return {
    proof: { ...proof, ...urls },
    leaves: ledger.leaves.slice(0, proof.position + 1),
    keys: ledger.keys.map(({ entry: { key_id, x, endorsed_by, endorsement } }) => {
      return { kty: "OKP", crv: "Ed25519", alg: "EdDSA", use: "sig", kid: key_id, x, endorsed_by, endorsement };
    }),
    revisions: ledger.revisions.map(({ entry: { kind: _kind, ...shown } }) => labelled(shown)),
    rows: ledger.tail.flatMap(({ entry }) => {
      if (entry.kind !== "day" || entry.row === null) return [];
      const { date, score, score_smoothed, phase_key, btc_price_usd } = entry.row;
      return [labelled({ date, score, score_smoothed, phase_key, btc_price_usd })];
    }),
  };
}

/** Of tests that run at the same time, none can say when it is over: a file closes what it has opened. */
const open: Server[] = [];

export function closeSites(): void {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
}

/** A site with these answers, until `closeSites`. @param later the answers from the second question for the proof on */
export async function site(first: Answers, later = first): Promise<string> {
  let looks = 0;
  const server = createServer((request, response) => {
    const path = (request.url ?? "").replace("/below", "");
    if (path === "/api/public/nhci/proof") looks += 1;
    const body = bodyOf(looks < 2 ? first : later, path);
    response.writeHead(body === undefined ? 404 : 200).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/below/`;
}

function bodyOf({ proof, leaves, keys, revisions, rows }: Answers, path: string): string | undefined {
  const answers: Readonly<Record<string, unknown>> = {
    "/api/public/nhci/proof": proof,
    "/.well-known/peak-keys.json": { keys },
    "/api/public/nhci/revisions": { ok: true, revisions },
    "/api/public/nhci/history": { ok: true, asset: "BTC", days: rows.length, data: rows },
  };
  if (path === "/api/public/nhci/proof/leaves") return leaves.map((leaf) => `${leaf}\n`).join("");
  return JSON.stringify(answers[path]);
}
