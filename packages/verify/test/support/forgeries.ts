/**
 * Sites that are forged, each in one way, and sites that cannot be checked: both verifiers must detect each.
 * docs/verifying.md lists the kinds.
 */
import { sha256 } from "../../src/hash.js";
import { appendTo, Ledger, type Proof } from "../../src/index.js";
import { day, days, Growing, NOW, revision, signer } from "./ledgers.js";
import { type Draft, draftsOf, publish } from "./publish.js";
import { type Answers, answersOf, PATHS, textsOf } from "./sites.js";

const [owner, forger] = [signer(), signer()];

/** Forty days, a correction, a new key that the first one endorses, and one more day. */
function honest(): Growing {
  return new Growing()
    .append(days(0, 40), owner)
    .append([revision(1, 35)], owner)
    .append([day(40)], successor);
}

const successor = signer(owner);

export const honestAnswers = (): Answers => structuredClone(answersOf(honest().ledger));

/** A proof that a reader saved when there was only the first key. */
export function keptProof(): Proof {
  const { proof } = answersOf(new Growing().append(days(0, 40), owner).ledger);
  return proof as unknown as Proof;
}

/** The same ledger as `honestAnswers`, as drafts that the publisher can edit before signing. */
const drafts = (): Draft[] => draftsOf(honest().lines);

/** The honest ledger with entries that the publisher edited and then signed. */
function edited(edit: (drafts: Draft[]) => Draft[]): Answers {
  return publish(edit(drafts()), [owner, successor]);
}

/** The ledger with one text replaced in the entry of the day with this index. */
function inDay(index: number, from: string | RegExp, to: string): Answers {
  return edited((all) => {
    const at = all.findIndex(({ text }) => text.includes(`"closed":"${day(index).public.closed}"`));
    const text = all[at]?.text.replace(from, to) ?? "";
    if (at < 0 || text === all[at]?.text) throw new RangeError("nothing was edited");
    return all.with(at, { kind: "day", text });
  });
}

function inRevision(from: RegExp, to: string): Answers {
  return edited((all) =>
    all.map((each) => (each.kind === "revision" ? { ...each, text: each.text.replace(from, to) } : each)),
  );
}

function withStatement(edit: (text: string) => string): Answers {
  return edited((all) => [...all.slice(0, -1), { kind: "statement", text: "", edit }]);
}

/** The site with one text of a document replaced. */
function inText(site: Answers, path: keyof typeof PATHS, from: string | RegExp, to: string): Answers {
  const whole = textsOf(site)[PATHS[path]] ?? "";
  const text = whole.replace(from, to);
  if (text === whole) throw new RangeError("nothing was replaced");
  return { ...site, raw: { ...site.raw, [PATHS[path]]: text } };
}

function inProof(site: Answers, change: Record<string, unknown>): Answers {
  return { ...site, proof: { ...site.proof, ...change } };
}

const listIn = (site: Answers, name: "entries" | "keys" | "revisions") =>
  site.proof[name] as { position: number; entry: string; hash?: string }[];

/** A site's false responses, by what is wrong with them. They can be detected without a saved proof. */
export const FORGERIES: Readonly<Record<string, (honest: Answers) => Answers>> = {
  "a row invented before the first": (site) => ({
    ...site,
    rows: [{ ...site.rows[0], date: "2010-01-01" }, ...site.rows],
  }),
  "fifteen rows invented in front of true ones": (site) => ({
    ...site,
    rows: [...site.rows.slice(0, 15).map((row, i) => ({ ...row, date: `2010-06-${10 + i}` })), ...site.rows],
  }),
  "a newest row that nobody signed": (site) => ({
    ...site,
    rows: [...site.rows, { ...site.rows.at(-1), date: "2010-08-29" }],
  }),
  "a missing row": (site) => ({ ...site, rows: site.rows.toSpliced(7, 1) }),
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
  "a missing entry": (site) => ({
    ...site,
    proof: { ...site.proof, entries: (site.proof["entries"] as unknown[]).toSpliced(4, 1) },
  }),
  "missing statements, and the hash before the entries adjusted": (site) => {
    const entries = site.proof["entries"] as { entry: string; hash: string }[];
    const rest = entries.filter(({ entry }) => !entry.startsWith('{"kind":"statement"'));
    return {
      ...site,
      proof: { ...site.proof, entries: rest, previous: entries[entries.length - rest.length - 1]?.hash },
    };
  },
  "missing oldest entries": (site) => ({
    ...site,
    proof: { ...site.proof, entries: (site.proof["entries"] as unknown[]).slice(9) },
  }),
  "a missing leaf": (site) => ({ ...site, leaves: site.leaves.toSpliced(3, 1) }),
  "a missing last leaf": (site) => ({ ...site, leaves: site.leaves.slice(0, -1) }),
  "an additional leaf": (site) => ({ ...site, leaves: [...site.leaves, sha256("more")] }),
  "another signature": (site) => ({
    ...site,
    proof: { ...site.proof, signature: forger.sign(String(site.proof["statement"])) },
  }),
  "an older statement": (site) => {
    const { statement, signature, key_id } = answersOf(new Growing().append(days(0, 40), owner).ledger).proof;
    return { ...site, proof: { ...site.proof, statement, signature, key_id } };
  },
  "a revision that nobody signed, under an older statement": () => {
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
  "another publisher's key in front that claims to endorse the publisher's": () => {
    const { ledger } = new Growing().append([], forger);
    const first = ledger.keys[0]!;
    ledger.keys = [{ ...first, entry: { ...first.entry, x: owner.x } }]; // otherwise the endorsement would be rejected
    appendTo(ledger, days(0, 40), { ...owner, former: new Map([[forger.keyId, owner.sign]]) }, NOW);
    ledger.keys = ledger.keys.with(0, first);
    return answersOf(ledger);
  },
  "a key of small order": (site) => {
    const x = Buffer.from(`01${"00".repeat(31)}`, "hex").toString("base64url");
    return { ...site, keys: site.keys.with(0, { ...site.keys[0], x }) };
  },
  ...Object.fromEntries(
    [1, 7, 29].map((count): [string, (site: Answers) => Answers] => [
      `a history cut to its newest ${count} days, the hash before them adjusted`,
      (site) => {
        const entries = listIn(site, "entries");
        const kept = entries.slice(entries.findLastIndex(({ entry }) => isDay(entry, 41 - count)));
        const previous = entries[entries.length - kept.length - 1]?.hash;
        return { ...inProof(site, { entries: kept, previous }), rows: site.rows.slice(-count) };
      },
    ]),
  ),
  "31 days, all of them true": (site) => {
    const { lines, ledger } = honest();
    const first = (listIn(site, "entries")[0]?.position ?? 0) - 1;
    const older = draftsOf(lines)[first]?.text ?? "";
    const entries = [{ position: first, entry: older, hash: ledger.hashAt(first) }, ...listIn(site, "entries")];
    return inProof(site, { entries, previous: ledger.hashAt(first - 1) });
  },
  ...Object.fromEntries(
    (["keys", "revisions"] as const).flatMap((name): [string, (site: Answers) => Answers][] => [
      [
        `one of its ${name} beyond the end`,
        (site) => inProof(site, { [name]: [...listIn(site, name), { ...listIn(site, name)[0], position: 1000 }] }),
      ],
      [
        `one of its ${name} twice`,
        (site) => inProof(site, { [name]: [...listIn(site, name), ...listIn(site, name).slice(0, 1)] }),
      ],
      [
        `a day among its ${name}`,
        (site) => {
          const { position, entry } = listIn(site, "entries")[0] ?? { position: 0, entry: "" };
          return inProof(site, { [name]: [...listIn(site, name), { position, entry }] });
        },
      ],
      [`an empty list of ${name} in the proof`, (site) => inProof(site, { [name]: [] })],
      [`no list of ${name} in the proof`, (site) => inProof(site, { [name]: undefined })],
    ]),
  ),
  "its keys in another order": (site) => inProof(site, { keys: listIn(site, "keys").toReversed() }),
  "the set of keys in another order": (site) => ({ ...site, keys: site.keys.toReversed() }),
  "a key with the publisher's id and another x": (site) => ({
    ...site,
    keys: site.keys.with(1, { ...site.keys[1], x: forger.x }),
  }),
  "a key with the publisher's id and another x, in the ledger too": () =>
    edited((all) => all.map((each) => ({ ...each, text: each.text.replace(successor.x, forger.x) }))),
  "entries that occur twice": (site) =>
    inProof(site, { entries: [...listIn(site, "entries"), listIn(site, "entries").at(-1)] }),
  "entries with the hash of another": (site) => {
    const entries = listIn(site, "entries");
    return inProof(site, { entries: entries.with(3, { ...entries[3]!, hash: entries[4]!.hash ?? "" }) });
  },
  "a time of signing that is null": () =>
    withStatement((text) => text.replace(/"signed_at":"[^"]*"/, '"signed_at":null')),
  "a time of signing before the previous one": () => withStatement((text) => text.replace('_at":"2026', '_at":"2025')),
  "a time of signing with an escape sequence": () =>
    withStatement((text) => text.replace(/_at":"[^"]*/, '_at":"\\u001b[2J\\u001b[32msound')),
  "a statement with an additional member": () => withStatement((text) => text.replace(/}$/, ',"more":1}')),
  "a statement with spaces": () => withStatement((text) => text.replaceAll(",", ", ")),
  "a statement that counts a thousand days": () => withStatement((text) => text.replace(/"days":\d+/, '"days":1000')),
  "a statement that counts one day fewer": () => withStatement((text) => text.replace(/"days":\d+/, '"days":40')),
  "a statement of another format": () => withStatement((text) => text.replace("ledger-1", "ledger-2")),
  "a statement that is not JSON": () => withStatement(() => "sound"),
  "a statement with half a character": () => withStatement((text) => text.replace(/"key_id":"/, '"key_id":"\\ud800')),
  ...Object.fromEntries(
    (["proof", "keys", "revisions", "history"] as const).flatMap((path): [string, (site: Answers) => Answers][] => [
      [`an additional member in its ${path}`, (site) => inText(site, path, /}$/, ',"more":1}')],
      [`a member twice in its ${path}, the first forged`, (site) => inText(site, path, "{", MEMBER_TWICE[path])],
      [`a list instead of its ${path}`, (site) => ({ ...site, raw: { [PATHS[path]]: "[]" } })],
      [`null instead of its ${path}`, (site) => ({ ...site, raw: { [PATHS[path]]: "null" } })],
      [`an error response instead of its ${path}`, (site) => ({ ...site, raw: { [PATHS[path]]: '{"ok":false}' } })],
      [`a member nested a thousand times in its ${path}`, (site) => inText(site, path, "{", `{"a":${NESTED},`)],
    ]),
  ),
  ...Object.fromEntries(
    (["proof", "revisions", "history"] as const).flatMap((path): [string, (site: Answers) => Answers][] =>
      ["1", '"true"', "false", "null", "[]"].map((ok) => [
        `ok as ${ok} in its ${path}`,
        (site) => inText(site, path, '"ok":true', `"ok":${ok}`),
      ]),
    ),
  ),
  "a row with an additional member": (site) => ({ ...site, rows: site.rows.with(2, { ...site.rows[2], more: 1 }) }),
  "a row without its price": (site) => inText(site, "history", /,"btc_price_usd":[\d.]+/, ""),
  "a row twice": (site) => ({ ...site, rows: [...site.rows, site.rows[29]!] }),
  "a price as a string": (site) => inText(site, "history", /("btc_price_usd":)([\d.]+)/, '$1"$2"'),
  "true instead of the number of a revision": (site) => inText(site, "revisions", '"number":1', '"number":true'),
  "another number of days": (site) => inText(site, "history", '"days":30', '"days":31'),
  "days as a string": (site) => inText(site, "history", '"days":30', '"days":"30"'),
  "another asset": (site) => inText(site, "history", '"BTC"', '"ETH"'),
  "its keys on another host": (site) => inProof(site, { keys_url: `https://evil.example${PATHS.keys}` }),
  "its leaves on another host": (site) => inProof(site, { leaves_url: `https://evil.example${PATHS.leaves}` }),
  "its keys on another port": (site) => inProof(site, { keys_url: `https://peak.example:8443${PATHS.keys}` }),
  "its keys over another scheme": (site) => inProof(site, { keys_url: `ftp://peak.example${PATHS.keys}` }),
  "only the path of its keys": (site) => inProof(site, { keys_url: PATHS.keys }),
  "no address for its keys": (site) => inProof(site, { keys_url: undefined }),
  "an address of its leaves with a query": (site) => inProof(site, { leaves_url: `${site.proof["leaves_url"]}?a=b` }),
  "two days swapped": () =>
    edited((all) => {
      const [first, second] = [all[20]!, all[21]!];
      return all.with(20, second).with(21, first);
    }),
  "a missing day": () => edited((all) => all.toSpliced(30, 1)),
  "a day twice": () => edited((all) => all.toSpliced(30, 0, all[30]!)),
  "a row of another day": () => inDay(35, /"date":"[^"]*"/, '"date":"2010-01-01"'),
  "a day in another column": () => inDay(35, /"closed":"[^"]*"/, '"closed":"2010-01-01"'),
  "a day with an additional member": () => inDay(35, '"kind":"day",', '"kind":"day","more":1,'),
  "a day with its members in another order": () =>
    inDay(35, '"descent_guard":null,"top_risk":null', '"top_risk":null,"descent_guard":null'),
  "a day with a space": () => inDay(35, '"descent_guard":', '"descent_guard": '),
  "a day with a member twice": () => inDay(35, '"top_risk":null', '"top_risk":null,"top_risk":null'),
  "a day without a member": () => inDay(35, '"top_risk":null,', ""),
  "a day of an unknown kind": () => inDay(35, '"kind":"day"', '"kind":"night"'),
  "a day whose kind is a property of every object": () => inDay(35, '"kind":"day"', '"kind":"constructor"'),
  "a day without a seal": () => inDay(35, /,"sealed":"[^"]*"/, ""),
  "a day that is not JSON": () => inDay(35, /^{/, ""),
  ...Object.fromEntries(
    ["40.10", "4.01e1", "401e-1", "040.1", "+40.1", "1e400", "-0", "NaN", "true", '"40.1"', "null", "1e21", "1E2"].map(
      (number): [string, () => Answers] => [
        `a smoothed score written as ${number} in a day`,
        () => inDay(35, '"score_smoothed":40.1', `"score_smoothed":${number}`),
      ],
    ),
  ),
  "half a character in a day": () => inDay(35, '"HOLD"', '"\\ud800"'),
  "half a character in a day, unescaped": () => inDay(35, '"HOLD"', '"\ud800"'),
  "a character escaped without need in a day": () => inDay(35, '"HOLD"', '"\\u0048OLD"'),
  "an unknown phase in a day": () => inDay(35, /"phase_key":"[A-Z]+","btc/, '"phase_key":"MOON","btc'),
  "a moment without milliseconds in a day": () => inDay(35, '.000Z"', 'Z"'),
  ...Object.fromEntries(
    [
      "2010-02-30T00:00:00.000Z",
      "2010-08-22T24:00:00.000Z",
      "2010-13-01T00:00:00.000Z",
      "0000-01-01T00:00:00.000Z",
    ].map((moment): [string, () => Answers] => [
      `the moment ${moment} in a day`,
      () => inDay(35, /"computed_at":"[^"]*"/, `"computed_at":"${moment}"`),
    ]),
  ),
  ...Object.fromEntries(
    ["2010-02-30", "2010-8-22", "today"].map((date): [string, () => Answers] => [
      `a revision of ${date}, which is not a day`,
      () => inRevision(/"date":"[^"]*"/, `"date":"${date}"`),
    ]),
  ),
  "a time of signing in a thirteenth month": () =>
    withStatement((text) => text.replace('_at":"2026-11', '_at":"2026-13')),
  "more days than it could have entries": () => {
    const ledger = new Ledger(1);
    appendTo(ledger, days(1, 40), owner, NOW);
    return answersOf(ledger);
  },
  "leaves up to a statement whose text has a member twice": (site) => {
    const entries = listIn(site, "entries");
    const at = entries.findLastIndex(({ entry }) => entry.startsWith('{"kind":"statement"'));
    const entry = entries[at]!.entry.replace('"text":"{', '$&\\"hash\\":\\"\\",');
    const leaves = site.leaves.slice(0, entries[at]!.position);
    return { ...inProof(site, { entries: entries.with(at, { ...entries[at]!, entry }) }), leaves };
  },
  "a moment in non-Latin digits in a day": () => inDay(35, /"computed_at":"2/, '"computed_at":"\u0662'),
};

const MEMBER_TWICE = {
  proof: '{"position":1,',
  keys: '{"keys":[],',
  revisions: '{"revisions":[],',
  history: '{"data":[],',
};

const NESTED = "[".repeat(1000) + "]".repeat(1000);

const isDay = (entry: string, index: number) => entry.includes(`"closed":"${day(index).public.closed}"`);

/** No verdict is possible on these; a later attempt may allow one. */
export const UNCHECKED: Readonly<Record<string, (honest: Answers) => Answers>> = {
  ...Object.fromEntries(
    (Object.keys(PATHS) as (keyof typeof PATHS)[]).flatMap((path): [string, (site: Answers) => Answers][] => [
      [`a page of HTML instead of its ${path}`, (site) => ({ ...site, raw: { [PATHS[path]]: "<html>Wait</html>" } })],
      [`an empty text instead of its ${path}`, (site) => ({ ...site, raw: { [PATHS[path]]: "" } })],
      [
        `half of its ${path}`,
        (site) => {
          const text = textsOf(site)[PATHS[path]] ?? "";
          return { ...site, raw: { [PATHS[path]]: text.slice(0, Math.floor(text.length / 2) - 3) } };
        },
      ],
    ]),
  ),
  "half of its history, with a duplicate member": (site) => {
    const text = textsOf(site)[PATHS.history]?.replace('"date":', '"date":"",$&') ?? "";
    return { ...site, raw: { [PATHS.history]: text.slice(0, -2) } };
  },
  "a page whose script is nested deeply": (site) => ({
    ...site,
    raw: { [PATHS.history]: `<script>${"{".repeat(60)}${"}".repeat(60)}</script>` },
  }),
  "half of a list that is nested deeply": (site) => ({ ...site, raw: { [PATHS.history]: "[".repeat(60) } }),
  "an unterminated text of 300,000 quotes": (site) => ({
    ...site,
    raw: { [PATHS.history]: `"${'\\"'.repeat(300_000)}` },
  }),
  "a byte order mark that is left after decoding": (site) => inText(site, "proof", "{", "\ufeff{"),
  "NaN as a price": (site) => inText(site, "history", /("btc_price_usd":)[\d.]+/, "$1NaN"),
  "leaves that are older than its proof": (site) => ({ ...site, leaves: earlier().leaves }),
  "leaves that are newer than its proof": (site) => ({ ...site, leaves: later().leaves }),
  "a history that is older than its proof": (site) => ({ ...site, rows: earlier().rows }),
  "a history that is newer than its proof": (site) => ({ ...site, rows: later().rows }),
};

const earlier = () => answersOf(new Growing().append(days(0, 40), owner).append([revision(1, 35)], owner).ledger);
const later = () =>
  answersOf(
    honest()
      .append([day(41)], successor)
      .append([day(42)], successor).ledger,
  );

/** Sound sites, although written differently. */
export const SOUND: Readonly<Record<string, (honest: Answers) => Answers>> = {
  "the honest documents": (site) => site,
  "spaces between members": (site) => inText(site, "history", /,"/g, ' ,\n\t"'),
  "members in another order": (site) => ({ ...site, rows: site.rows.map((row) => reversed(row)) }),
  "numbers in another notation": (site) => inText(site, "history", '"days":30', '"days":3.0e1'),
  "escapes without need": (site) => inText(site, "history", '"BTC"', '"\\u0042TC"'),
  "fewer than 30 days, all of them": () => answersOf(new Growing().append(days(0, 12), owner).ledger),
  "30 days": () => answersOf(new Growing().append(days(0, 30), owner).ledger),
  "some days without a row": () =>
    answersOf(new Growing().append([...days(0, 20), day(20, false), ...days(21, 20)], owner).ledger),
  "figures of every size": () =>
    edited((all) =>
      all.map((each, i) => ({
        ...each,
        text: each.text.replace('"score_smoothed":40.1', `"score_smoothed":${SIZES[i % SIZES.length]}`),
      })),
    ),
};

/** Numbers as JavaScript writes them. */
const SIZES = [
  "0.1",
  "1e-7",
  "0.000001",
  "1.5e-10",
  "100000000000000000000",
  "1e+21",
  "1.2345678901234568e+25",
  "-5",
  "5e-324",
];

const reversed = (row: Record<string, unknown>) => Object.fromEntries(Object.entries(row).reverse());

/** Forgeries that only a saved proof reveals: the site is sound by itself, but it is not the earlier one. */
export const FORGERIES_SINCE: Readonly<Record<string, () => Answers>> = {
  "another history, signed by another key": () => made([days(0, 45), forger]),
  "another history, signed by the same key": sameKey,
  "a shorter history with another day, signed by the same key": () => made([[...days(0, 30), day(30, false)], owner]),
  "a key that the former one does not vouch for": () => made([days(0, 40), owner], [[day(40)], forger]),
  "another publisher's key in front": () =>
    made([[], forger], [days(0, 40), signer(forger)], [[day(40)], signer(forger)]),
  "another history that lists the publisher's key": foreignWithOwner,
  "the saved history, signed at another time": () => {
    const entries = draftsOf(new Growing().append(days(0, 40), owner).lines).slice(0, -1);
    const edit = (text: string) => text.replace("T06:00", "T07:00");
    return publish([...entries, { kind: "statement", text: "", edit }], [owner]);
  },
  "the same history up to the saved proof, signed at another time": () =>
    made([days(0, 40), owner, LATER], [[day(40)], successor, LATER]),
};

const LATER = (NOW + 3_600_000) as typeof NOW;

function sameKey(): Answers {
  return made([[...days(0, 39), day(39, false), ...days(40, 5)], owner]);
}

/** The forger's ledger with the publisher's key as its first, as if that key had signed nothing. */
export function foreignWithOwner(): Answers {
  const growing = draftsOf(new Growing().append(days(0, 45), owner).append([], forger).lines);
  const [key, ...rest] = growing.filter(({ kind }) => kind !== "statement");
  return publish([key!, rest.at(-1)!, ...rest.slice(0, -1), { kind: "statement", text: "" }], [owner, forger]);
}

/** The site agrees with the saved proof but is older: a stale cache, or a restored backup. */
export const OLDER: Readonly<Record<string, () => Answers>> = {
  "a copy from a day ago": () => made([days(0, 39), owner]),
  "a copy from 29 days ago": () => made([days(0, 12), owner]),
  "a copy whose hash is not in the saved proof": () => made([days(0, 8), owner]),
};

/** Saved proofs that are rejected because they are incomplete or differ from what was signed. */
export const DAMAGED: Readonly<Record<string, (text: string) => string>> = {
  "that is empty": () => "",
  "that is cut off": (text) => text.slice(0, 900),
  "that is a page of HTML": () => "<html></html>",
  "with another signature": (text) => text.replace('"signature":"', '"signature":"A'),
  "with another hash": (text) => text.replace(/"hash":"[0-9a-f]/, '"hash":"g'),
  "with another position": (text) => text.replace('"position":', '"position":1'),
  "with another entry": (text) => text.replace(/score\\":\d/, 'score\\":9'),
  "with a missing entry": (text) => text.replace(/,"entries":\[\{[^}]*(\\"crypto[^}]*)?\}[^{]*\},/, ',"entries":['),
  "without its keys": (text) => text.replace(/"keys":\[\{.*?\}"\}\]/, '"keys":[]'),
  "with a member twice": (text) => text.replace("{", '{"hash":"",'),
};

function made(...parts: readonly Parameters<Growing["append"]>[]): Answers {
  const growing = new Growing();
  for (const part of parts) growing.append(...part);
  return answersOf(growing.ledger);
}
