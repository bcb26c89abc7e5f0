import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { proofOf } from "../../src/index.js";
import type { Growing } from "./ledgers.js";

const LABELS: Readonly<Record<string, string>> = {
  FONDO: "Bottom",
  ACUM: "Accumulation",
  BULL: "Bull Active",
  HOT: "Hot Zone",
  PEAK: "Peak",
};

/** What a site answers, by path: the honest answers, which a forger then edits. */
export interface Answers {
  proof: Record<string, unknown>;
  leaves: string[];
  keys: Record<string, unknown>[];
  revisions: Record<string, unknown>[];
  rows: Record<string, unknown>[];
}

export function answersOf({ reader }: Pick<Growing, "reader">): Answers {
  const proof = proofOf(reader);
  if (proof === undefined) throw new RangeError("nothing is signed");
  const labelled = <T extends { readonly phase_key: string }>(row: T) => ({ ...row, phase: LABELS[row.phase_key] });
  const rows = proof.entries.flatMap(({ entry }) => {
    const { row } = JSON.parse(entry);
    if (row === null || row === undefined) return [];
    const { date, score, score_smoothed, phase_key, btc_price_usd } = row;
    return [labelled({ date, score, score_smoothed, phase_key, btc_price_usd })];
  });
  const base = "https://peak.example";
  const urls = { keys_url: `${base}/.well-known/peak-keys.json`, leaves_url: `${base}/api/public/nhci/proof/leaves` };
  return {
    proof: JSON.parse(JSON.stringify({ ...proof, ...urls })),
    leaves: reader.leaves.slice(0, proof.position + 1),
    keys: reader.keys.map(({ key: { key_id, x, endorsed_by, endorsement } }) => {
      return { kty: "OKP", crv: "Ed25519", alg: "EdDSA", use: "sig", kid: key_id, x, endorsed_by, endorsement };
    }),
    revisions: reader.revisions.map(({ entry }) => {
      const { kind: _kind, sealed: _sealed, ...shown } = JSON.parse(entry);
      return labelled(shown);
    }),
    rows,
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
  switch (path) {
    case "/api/public/nhci/proof":
      return JSON.stringify(proof);
    case "/api/public/nhci/proof/leaves":
      return leaves.map((leaf) => `${leaf}\n`).join("");
    case "/.well-known/peak-keys.json":
      return JSON.stringify({ keys });
    case "/api/public/nhci/revisions":
      return JSON.stringify({ ok: true, revisions });
    case "/api/public/nhci/history":
      return JSON.stringify({ ok: true, asset: "BTC", days: rows.length, data: rows });
    default:
      return undefined;
  }
}
