/** Sites that publish a ledger, honest or edited. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { PHASES } from "peak-cycle-model";
import { type Ledger, proofOf } from "../../src/index.js";

/** A site's responses by path: honest ones, which a forger then edits. */
export interface Answers {
  proof: Record<string, unknown>;
  leaves: string[];
  keys: Record<string, unknown>[];
  revisions: Record<string, unknown>[];
  rows: Record<string, unknown>[];
  /** Texts to return instead, by path. */
  raw?: Readonly<Record<string, string>>;
}

export const PATHS = {
  proof: "/api/public/nhci/proof",
  leaves: "/api/public/nhci/proof/leaves",
  keys: "/.well-known/peak-keys.json",
  revisions: "/api/public/nhci/revisions",
  history: "/api/public/nhci/history",
} as const;

/** The site in the responses, wherever they are served. */
export const SITE = "https://peak.example";

export function answersOf(ledger: Ledger): Answers {
  const proof = proofOf(ledger);
  if (proof === undefined) throw new RangeError("nothing is signed");
  const urls = { keys_url: SITE + PATHS.keys, leaves_url: SITE + PATHS.leaves };
  return {
    proof: { ...proof, ...urls },
    leaves: ledger.leaves.slice(0, proof.position + 1),
    keys: ledger.keys.map(({ entry: { key_id, x, endorsed_by, endorsement } }) => {
      return { kty: "OKP", crv: "Ed25519", alg: "EdDSA", use: "sig", kid: key_id, x, endorsed_by, endorsement };
    }),
    revisions: ledger.revisions.map(({ entry: { kind: _kind, ...shown } }) => labelOf(shown)),
    rows: ledger.tail.flatMap(({ entry }) => {
      if (entry.kind !== "day" || entry.row === null) return [];
      const { date, score, score_smoothed, phase_key, btc_price_usd } = entry.row;
      return [labelOf({ date, score, score_smoothed, phase_key, btc_price_usd })];
    }),
  };
}

/** A row with the label of its phase, as a site shows it. */
export function labelOf(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { ...row, phase: PHASES.find(({ key }) => key === row["phase_key"])?.label };
}

/** No test knows when concurrent ones are done, so each file closes what it has opened. */
const open: Server[] = [];

export function closeSites(): void {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
}

/**
 * A site with these responses, until `closeSites`. @param later the responses from the second request for the proof on
 */
export async function site(first: Answers, later = first): Promise<string> {
  let looks = 0;
  const server = createServer((request, response) => {
    const path = (request.url ?? "").replace("/below", "");
    if (path === PATHS.proof) looks += 1;
    const body = textsOf(looks < 2 ? first : later)[path];
    response.writeHead(body === undefined ? 404 : 200).end(body?.replaceAll(SITE, address));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push(server);
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/below`;
  return `${address}/`;
}

/** A site's responses, by path. */
export function textsOf({ proof, leaves, keys, revisions, rows, raw }: Answers): Readonly<Record<string, string>> {
  return {
    [PATHS.proof]: JSON.stringify(proof),
    [PATHS.leaves]: leaves.map((leaf) => `${leaf}\n`).join(""),
    [PATHS.keys]: JSON.stringify({ keys }),
    [PATHS.revisions]: JSON.stringify({ ok: true, revisions }),
    [PATHS.history]: JSON.stringify({ ok: true, asset: "BTC", days: rows.length, data: rows }),
    ...raw,
  };
}
