/** Made-up ledgers, and the keys that sign them. */
import { generateKeyPairSync, sign } from "node:crypto";
import { addDays, FIRST_DAY, formatDay, formatInstant, type Instant, instantOf, startOf } from "peak-cycle-model";
import {
  appendTo,
  type DayBody,
  keyIdOf,
  Ledger,
  type LedgerLine,
  type LedgerSigner,
  type RevisionBody,
} from "../../src/index.js";

/** A signer with its own key. @param former signers whose keys it still has */
export function signer(...former: readonly LedgerSigner[]): LedgerSigner {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const { x = "" } = publicKey.export({ format: "jwk" });
  const own = (text: string) => sign(null, Buffer.from(text, "utf8"), privateKey).toString("base64url");
  return { keyId: keyIdOf(x), x, sign: own, former: new Map(former.map((each) => [each.keyId, each.sign])) };
}

export const NOW = instantOf("2026-11-21T06:00:03.120Z");

const PHASES = ["FONDO", "ACUM", "BULL", "HOT", "PEAK"];

/** A made-up closed day, the first being 2010-07-18, with the row of the next day. */
export function day(count: number, hasRow = true): DayBody {
  const closed = addDays(FIRST_DAY, count);
  const phase_key = PHASES[count % 5] ?? "";
  const row = {
    date: formatDay(addDays(closed, 1)),
    score: (count % 100) + 0.5,
    score_smoothed: 40.1,
    phase_key,
    btc_price_usd: 1000.25 + count,
    signal: "HOLD",
    settled_phase: phase_key,
    crypto: null,
    computed_at: formatInstant(startOf(closed)),
    model_version: "1",
    origin: "live",
  };
  const inputs = { raw: count / 3, smoothed: 40.1234567, coverage: 1, btc_price_usd: 1000.251, price_source: "kraken" };
  return {
    public: {
      kind: "day",
      closed: formatDay(closed),
      descent_guard: null,
      top_risk: null,
      row: hasRow ? row : null,
    },
    private: {
      closed_at: formatInstant(startOf(closed)),
      btc_close: 0.1 + count / 7,
      mvrv: 1.5,
      fear_greed: null,
      dominance: 57.3,
      majors: { ada: 0.3, eth: 2000.5 },
      sources: { "btc-close": "coin-metrics" },
      row: hasRow ? { ...inputs, fear_greed: 50 } : null,
    },
  };
}

export function days(from: number, count: number): readonly DayBody[] {
  return Array.from({ length: count }, (_, i) => day(from + i));
}

export function revision(number: number, of: number): RevisionBody {
  const { row } = day(of).public;
  return {
    public: {
      kind: "revision",
      number,
      date: row?.date ?? "",
      revised_at: formatInstant(NOW),
      reason: "One source was wrong.",
      score: 50.5,
      score_smoothed: 41.2,
      phase_key: "BULL",
      btc_price_usd: 999.5,
    },
    private: { price: 999.5 },
  };
}

/** A ledger that grows. */
export class Growing {
  readonly lines: LedgerLine[] = [];
  ledger = new Ledger();

  append(bodies: readonly (DayBody | RevisionBody)[], by: LedgerSigner, now: Instant = NOW): this {
    this.lines.push(...appendTo(this.ledger, bodies, by, now));
    this.ledger.checkEnd();
    return this;
  }
}

/** Reads lines from the start. @throws LedgerError */
export function read(lines: readonly LedgerLine[]): Ledger {
  const ledger = new Ledger();
  for (const line of lines) ledger.add(line);
  ledger.checkEnd();
  return ledger;
}
