/** Sites that lie, each in one way: every verifier has to refuse each of them. docs/verifying.md lists the kinds. */
import { FIRST_HASH, hashAfter, sha256 } from "../../src/hash.js";
import { nextLines, type Proof } from "../../src/index.js";
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

export const honestAnswers = (): Answers => structuredClone(answersOf(honest()));

/** A proof that a reader has kept when there was the first key alone. */
export function keptProof(): Proof {
  const { proof } = answersOf(new Growing().append(days(0, 40), owner));
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
    const { statement, signature, key_id } = answersOf(new Growing().append(days(0, 40), owner)).proof;
    return { ...site, proof: { ...site.proof, statement, signature, key_id } };
  },
  "a day signed by the key that was replaced": () => {
    const growing = honest();
    const { reader } = growing;
    const first = { ...endOf(reader), keys: reader.keys.slice(0, 1) };
    return forgedEnd(growing, nextLines(first, [day(41)], owner, NOW));
  },
  "a foreign key in front of the publisher's that says it endorses it": () => {
    const growing = new Growing();
    growing.append([], forger);
    const claimed = { ...owner, former: new Map([[forger.keyId, owner.sign]]) };
    return forgedEnd(growing, nextLines(growing.reader, days(0, 40), claimed, NOW));
  },
  "a key of small order": (site) => {
    const x = Buffer.from(`01${"00".repeat(31)}`, "hex").toString("base64url");
    return { ...site, keys: site.keys.with(0, { ...site.keys[0], x }) };
  },
};

/** Needs a kept proof: the site is sound by itself, and another one than before. */
export const FORGERIES_SINCE: Readonly<Record<string, () => Answers>> = {
  "another history, signed by another key": () => answersOf(new Growing().append(days(0, 45), forger)),
  "another history, signed by the same key": () =>
    answersOf(new Growing().append([...days(0, 39), day(39, false), ...days(40, 5)], owner)),
  "a shorter history": () => answersOf(new Growing().append(days(0, 31), owner)),
  "a key that the former does not vouch for": () =>
    answersOf(new Growing().append(days(0, 40), owner).append([day(40)], forger)),
  "the foreign key in front": () =>
    answersOf(
      new Growing()
        .append([], forger)
        .append(days(0, 40), signer(forger))
        .append([day(40)], signer(forger)),
    ),
};

function endOf({ length, hash, leaves, keys, revisions, days: count, statement }: Growing["reader"]) {
  return { length, hash, leaves, keys, revisions, days: count, statement };
}

/** The answers of a site whose ledger goes on with lines that no reader would take. */
function forgedEnd(growing: Growing, lines: ReturnType<typeof nextLines>): Answers {
  const site = structuredClone(answersOf(growing));
  const entries = lines.map(({ body }) => {
    const { public: shown } = JSON.parse(body);
    return JSON.stringify({ ...shown, sealed: sha256(body) });
  });
  const all = [...growing.reader.leaves, ...entries.map(sha256)];
  const hashes: string[] = [];
  for (const leaf of all) hashes.push(hashAfter(hashes.at(-1) ?? FIRST_HASH, leaf));
  const { text, signature } = JSON.parse(entries.at(-1) ?? "{}");
  const claim = JSON.parse(text);
  const first = growing.reader.tail[0]?.position ?? 0;
  const known = new Map([
    ...growing.reader.tail.map(({ position, entry }) => [position, entry] as const),
    ...entries.map((entry, i) => [growing.reader.length + i, entry] as const),
  ]);
  const shown = Array.from({ length: claim.position - first + 1 }, (_, i) => {
    return { position: first + i, entry: known.get(first + i), hash: hashes[first + i] };
  });
  const keysNow = [...known].filter(([, entry]) => JSON.parse(entry).kind === "key");
  const inProof = [
    ...(site.proof["keys"] as { position: number }[]),
    ...keysNow.map(([position, entry]) => ({ position, entry })),
  ];
  const keys = inProof.filter(({ position }, i) => inProof.findIndex((each) => each.position === position) === i);
  return {
    ...site,
    leaves: all.slice(0, claim.position + 1),
    keys: keys.map((each) => {
      const { key_id, x, endorsed_by, endorsement } = JSON.parse((each as unknown as { entry: string }).entry);
      return { kty: "OKP", crv: "Ed25519", alg: "EdDSA", use: "sig", kid: key_id, x, endorsed_by, endorsement };
    }),
    rows: shown.flatMap(({ entry }) => {
      const { row } = JSON.parse(entry ?? "{}");
      if (row === undefined || row === null) return [];
      const { date, score, score_smoothed, phase_key, btc_price_usd } = row;
      const phase = site.rows.find((each) => each["phase_key"] === phase_key)?.["phase"];
      return [{ date, score, score_smoothed, phase_key, btc_price_usd, phase: phase ?? "Bottom" }];
    }),
    proof: {
      ...site.proof,
      ...{ ledger: hashes[0], position: claim.position, hash: claim.hash, statement: text, signature },
      ...{ key_id: claim.key_id, previous: hashes[first - 1] ?? FIRST_HASH, entries: shown, keys },
    },
  };
}
