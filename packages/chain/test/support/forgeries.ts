/** Sites that lie, each in one way: every verifier has to refuse each of them. docs/verifying.md lists the kinds. */
import { sha256 } from "../../src/hash.js";
import { appendTo, type Proof } from "../../src/index.js";
import { day, days, Growing, NOW, revision, signer } from "./ledgers.js";
import { type Answers, answersOf } from "./sites.js";

const [owner, forger] = [signer(), signer()];

/** Forty days, a correction, a new key that the first one endorses, and one day more. */
function honest(): Growing {
  return new Growing()
    .append(days(0, 40), owner)
    .append([revision(1, 35)], owner)
    .append([day(40)], successor);
}

const successor = signer(owner);

export const honestAnswers = (): Answers => structuredClone(answersOf(honest().ledger));

/** A proof that a reader has kept when there was the first key alone. */
export function keptProof(): Proof {
  const { proof } = answersOf(new Growing().append(days(0, 40), owner).ledger);
  return proof as unknown as Proof;
}

/** What a site answers instead of the truth, by what is wrong with it. Needs no kept proof to be found. */
export const FORGERIES: Readonly<Record<string, (honest: Answers) => Answers>> = {
  "a row invented before the first": (site) => ({
    ...site,
    rows: [{ ...site.rows[0], date: "2010-01-01" }, ...site.rows],
  }),
  "fifteen rows invented in front of true ones": (site) => ({
    ...site,
    rows: [...site.rows.slice(0, 15).map((row, i) => ({ ...row, date: `2010-06-${10 + i}` })), ...site.rows],
  }),
  "a newest row that nobody has signed": (site) => ({
    ...site,
    rows: [...site.rows, { ...site.rows.at(-1), date: "2010-08-29" }],
  }),
  "a row left out": (site) => ({ ...site, rows: site.rows.toSpliced(7, 1) }),
  "two rows swapped": (site) => ({ ...site, rows: [site.rows[1]!, site.rows[0]!, ...site.rows.slice(2)] }),
  "no rows at all": (site) => ({ ...site, rows: [] }),
  "another label of a phase": (site) => ({ ...site, rows: site.rows.with(3, { ...site.rows[3], phase: "Bottom" }) }),
  "a row changed, in the proof too": (site) => {
    const row = site.rows.at(-1);
    const forged = (text: string) => text.replace(`"date":"${row?.["date"]}","score":`, "$&1");
    const entries = (site.proof["entries"] as { entry: string }[]).map((each) => ({
      ...each,
      entry: forged(each.entry),
    }));
    const rows = site.rows.with(-1, { ...row, score: Number(`1${row?.["score"]}`) });
    return { ...site, rows, proof: { ...site.proof, entries } };
  },
  "another price": (site) => ({ ...site, rows: site.rows.with(3, { ...site.rows[3], btc_price_usd: 7 }) }),
  "a revision hidden": (site) => ({ ...site, revisions: [] }),
  "a revision hidden, in the proof too": (site) => ({
    ...site,
    revisions: [],
    proof: { ...site.proof, revisions: [] },
  }),
  "a revision with another reason": (site) => ({ ...site, revisions: [{ ...site.revisions[0], reason: "None." }] }),
  "a key hidden": (site) => ({ ...site, keys: site.keys.slice(1) }),
  "a key hidden, in the proof too": (site) => {
    const keys = (site.proof["keys"] as unknown[]).slice(1);
    return { ...site, keys: site.keys.slice(1), proof: { ...site.proof, keys } };
  },
  "a key that is not in the ledger": (site) => ({
    ...site,
    keys: [...site.keys, { ...site.keys[0], kid: forger.keyId, x: forger.x }],
  }),
  "an entry left out": (site) => ({
    ...site,
    proof: { ...site.proof, entries: (site.proof["entries"] as unknown[]).toSpliced(4, 1) },
  }),
  "the statements left out, and the hash before the entries adjusted": (site) => {
    const entries = site.proof["entries"] as { entry: string; hash: string }[];
    const rest = entries.filter(({ entry }) => !entry.startsWith('{"kind":"statement"'));
    return {
      ...site,
      proof: { ...site.proof, entries: rest, previous: entries[entries.length - rest.length - 1]?.hash },
    };
  },
  "the oldest entries left out": (site) => ({
    ...site,
    proof: { ...site.proof, entries: (site.proof["entries"] as unknown[]).slice(9) },
  }),
  "a leaf left out": (site) => ({ ...site, leaves: site.leaves.toSpliced(3, 1) }),
  "the last leaf left out": (site) => ({ ...site, leaves: site.leaves.slice(0, -1) }),
  "a leaf more": (site) => ({ ...site, leaves: [...site.leaves, sha256("more")] }),
  "no leaves": (site) => ({ ...site, leaves: [] }),
  "another signature": (site) => ({
    ...site,
    proof: { ...site.proof, signature: forger.sign(String(site.proof["statement"])) },
  }),
  "an older statement": (site) => {
    const { statement, signature, key_id } = answersOf(new Growing().append(days(0, 40), owner).ledger).proof;
    return { ...site, proof: { ...site.proof, statement, signature, key_id } };
  },
  "a revision that nobody has signed, under an older statement": () => {
    const { ledger } = honest();
    const { text = "", signature = "" } = ledger.statement ?? {};
    appendTo(ledger, [revision(2, 36)], { ...successor, sign: () => signature }, NOW);
    if (ledger.statement) ledger.statement = { ...ledger.statement, text };
    return answersOf(ledger);
  },
  "a day signed by the key that was replaced": () => {
    const { ledger } = honest();
    const { keys } = ledger;
    ledger.keys = keys.toReversed();
    appendTo(ledger, [day(41)], owner, NOW);
    ledger.keys = keys;
    return answersOf(ledger);
  },
  "a foreign key in front of the publisher's that says it endorses it": () => {
    const { ledger } = new Growing().append([], forger);
    const first = ledger.keys[0]!;
    ledger.keys = [{ ...first, entry: { ...first.entry, x: owner.x } }]; // else the endorsement would not be taken
    appendTo(ledger, days(0, 40), { ...owner, former: new Map([[forger.keyId, owner.sign]]) }, NOW);
    ledger.keys = ledger.keys.with(0, first);
    return answersOf(ledger);
  },
  "a key of small order": (site) => {
    const x = Buffer.from(`01${"00".repeat(31)}`, "hex").toString("base64url");
    return { ...site, keys: site.keys.with(0, { ...site.keys[0], x }) };
  },
};

/** Needs a kept proof: the site is sound by itself, and another one than before. */
export const FORGERIES_SINCE: Readonly<Record<string, () => Answers>> = {
  "another history, signed by another key": () => made([days(0, 45), forger]),
  "another history, signed by the same key": () => made([[...days(0, 39), day(39, false), ...days(40, 5)], owner]),
  "a shorter history": () => made([days(0, 31), owner]),
  "a key that the former does not vouch for": () => made([days(0, 40), owner], [[day(40)], forger]),
  "the foreign key in front": () => made([[], forger], [days(0, 40), signer(forger)], [[day(40)], signer(forger)]),
};

function made(...parts: readonly Parameters<Growing["append"]>[]): Answers {
  const growing = new Growing();
  for (const part of parts) growing.append(...part);
  return answersOf(growing.ledger);
}
