import { execFileSync } from "node:child_process";
import { utcDay } from "peak-cycle-model";
import { beforeAll, describe, expect, test } from "vitest";
import { ROOT, readText } from "../../../../../test/house/tree.js";
import { isSigned, keyIdOf } from "../../../../chain/src/keys.js";
import { entryOf, hashAfter, NO_HASH, revisionEntry, sealedText, sha256 } from "../../../../chain/src/link.js";
import { statementText } from "../../../../chain/src/statement.js";
import type { StoredDay } from "../../../../chain/src/types.js";
import { at } from "../../contract/storage/samples.js";

/** The day of the worked example in docs/verifying.md. */
const DAY: StoredDay = {
  day: utcDay("2026-11-20"),
  closedAt: at("2026-11-21T06:00:03.120Z"),
  price: 66_987.65,
  mvrv: 1.9375,
  fearGreed: 61,
  dominance: undefined,
  majors: { eth: 2400.5, xrp: 0.1 },
  sources: '{"btc-close":"coin-metrics","mvrv":"brk","fear-greed":"alternative-me"}',
  row: {
    day: utcDay("2026-11-21"),
    computedAt: at("2026-11-21T06:00:03.120Z"),
    modelVersion: "1",
    raw: 47.25,
    score: 47.3,
    smoothed: 45.0625,
    phase: "BULL",
    btcPriceUsd: 67_000.125,
    priceSource: "kraken",
    origin: "live",
  },
};

const POSITION = 5969;
const CORRECTION = {
  number: 1,
  day: utcDay("2026-11-21"),
  revisedAt: at("2026-11-22T09:30:00Z"),
  reason: "The hourly close of 06:00 was misread.",
  corrected: { score: 47.1, smoothed: 45, phase: "BULL", btcPriceUsd: 66_900 },
} as const;

/** The first key of RFC 8032, section 7.1. */
const X = Buffer.from("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "hex").toString("base64url");

describe("the worked example of docs/verifying.md", () => {
  const page = readText("docs/verifying.md");
  let [sealed, entry, revision, statement, signature] = ["", "", "", "", ""];
  beforeAll(() => {
    const block = (name: string) => new RegExp(`\`\`\`\\w+ ${name}\\n([^\`]+)\\n\`\`\``).exec(page)?.[1] ?? "";
    sealed = block("sealed");
    entry = block("entry");
    revision = block("revision");
    statement = block("statement");
    signature = block("signature");
  });

  test("is what the service makes of its day", () => {
    expect(sealed).toBe(sealedText(DAY));
    expect(entry).toBe(entryOf(POSITION, DAY));
    expect(revision).toBe(revisionEntry(CORRECTION));
    const hash = hashAfter(NO_HASH, sha256(entry));
    const revisionsHash = hashAfter(NO_HASH, sha256(revision));
    const ends = { position: POSITION, closed: DAY.day, revisions: 1, signedAt: at("2026-11-22T09:31:00Z") };
    expect(statement).toBe(statementText({ ...ends, chain: hash, hash, revisionsHash }));
    for (const said of [sha256(sealed), sha256(entry), hash, sha256(revision), revisionsHash, X, keyIdOf(X)]) {
      expect(page).toContain(`\`${said}\``);
    }
  });

  test("is signed", () => {
    expect(isSigned(statement, signature, X)).toBe(true);
    expect(isSigned(`${statement} `, signature, X)).toBe(false);
  });

  test("is what docs/verify.py makes of it", () => {
    const input = {
      position: POSITION,
      day: dayRow(),
      row: historyRow(),
      revision: revisionRow(),
      X,
      signature,
      statement,
    };
    const text = execFileSync("python3", ["-c", SCRIPT, JSON.stringify(input)], {
      cwd: `${ROOT}/docs`,
      encoding: "utf8",
      env: { ...process.env, PYTHONDONTWRITEBYTECODE: "1" },
    });
    expect(JSON.parse(text)).toEqual([entry, revision, true, false]);
  });

  test("has as many lines as the page says", () => {
    expect(page).toContain(`${sealed.split("\n").length} lines, joined by line feeds`);
  });
});

const SCRIPT = `
import json, sys
sys.path.insert(0, ".")
import verify
given = json.loads(sys.argv[1])
entry = verify.entry_of(given["position"], given["day"], {"eth": 2400.5, "xrp": 0.1}, given["row"])
signed = [verify.is_signed(given["X"], given["signature"], given["statement"] + end) for end in ("", " ")]
print(json.dumps([entry, verify.revision_of(given["revision"])] + signed))
`;

function dayRow(): Record<string, unknown> {
  const { day, closedAt, price, mvrv, fearGreed, sources } = DAY;
  return { day, closed_at: closedAt, btc_close: price, mvrv, fear_greed: fearGreed, dominance: null, sources };
}

function historyRow(): Record<string, unknown> {
  if (DAY.row === undefined) return {};
  const { computedAt, modelVersion, btcPriceUsd, priceSource, ...same } = DAY.row;
  const renamed = { computed_at: computedAt, model_version: modelVersion, btc_price_usd: btcPriceUsd };
  return { ...same, ...renamed, price_source: priceSource };
}

function revisionRow(): Record<string, unknown> {
  const { number, day, revisedAt, reason, corrected } = CORRECTION;
  const { btcPriceUsd, ...same } = corrected;
  return { number, day, revised_at: revisedAt, reason, ...same, btc_price_usd: btcPriceUsd };
}
