import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { entryOf, readEntry } from "../../src/entries.js";
import { FIRST_HASH, hashAfter, sha256 } from "../../src/hash.js";
import { appendTo, Ledger, LedgerError, type LedgerLine } from "../../src/index.js";
import { isUsableKey } from "../../src/keys.js";
import { day, days, Growing, NOW, read, revision, signer } from "../support/ledgers.js";

const [first, second] = [signer(), signer()];
const whole = () => new Growing().append(days(0, 40), first).append([day(40)], first);

describe("a ledger that grows", () => {
  test("is the same when it is read back, begins with a key, and ends with a statement about its entries", () => {
    const { lines, ledger } = whole();
    expect(lines.map(({ kind }) => kind)).toEqual(["key", ...Array(40).fill("day"), "statement", "day", "statement"]);
    expect(read(lines)).toEqual(ledger);
    expect(JSON.parse(ledger.statement?.text ?? "")).toMatchObject({ position: 42, days: 41, revisions: 0, keys: 1 });
    expect(whole().lines).toEqual(lines);
  });

  test("keeps the entries of the newest 30 days, and everything between them", () => {
    const { tail } = whole().append([revision(1, 30)], first).ledger;
    expect(tail[0]?.text).toContain('"closed":"2010-07-29"');
    expect(tail.filter(({ entry }) => entry.kind === "day")).toHaveLength(30);
    expect(tail.at(-2)?.entry.kind).toBe("revision");
  });

  test("has everything public in its public entries, and a seal over each whole body", () => {
    const { body } = whole().lines[4]!;
    const entry = entryOf(body);
    expect(entry).toBe(JSON.stringify({ ...day(3).public, sealed: sha256(body) }));
    expect(readEntry(entry)).toEqual(day(3).public);
  });

  test("writes 0 for a price of -0, and rejects a number that JSON cannot represent", () => {
    const body = (btc_close: number) => ({ ...day(0), private: { ...day(0).private, btc_close } });
    expect(appendTo(new Ledger(), [body(-0)], first, NOW)[1]?.body).toContain('"btc_close":0,');
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => appendTo(new Ledger(), [body(value)], first, NOW)).toThrow(RangeError);
    }
  });

  test("rejects a day or a revision that is not the next one", () => {
    const { ledger } = whole();
    expect(() => appendTo(ledger.copy(), [day(40)], first, NOW)).toThrow("it is not the entry of 2010-08-28");
    expect(() => appendTo(ledger.copy(), [day(42)], first, NOW)).toThrow("it is not the entry of 2010-08-28");
    expect(() => appendTo(ledger.copy(), [revision(2, 30)], first, NOW)).toThrow("it is not the next revision");
  });

  test("continues with a new key that the former one endorses, and the former one then signs nothing", () => {
    const { ledger } = whole().append([day(41)], signer(first));
    expect(ledger.keys.map(({ entry }) => entry.endorsed_by)).toEqual([null, first.keyId]);
    expect(() => appendTo(ledger, [day(42)], first, NOW)).toThrow("the key is a duplicate");
  });

  test("does not continue with a key that claims an endorsement which the former key has not signed", () => {
    const forger = signer({ ...first, sign: second.sign });
    expect(() => whole().append([day(41)], forger)).toThrow("its endorsement is not by the previous key");
  });

  test("continues with a new key that nobody endorses, and its entry says so", () => {
    const { ledger } = whole().append([day(41)], second);
    expect(ledger.key).toMatchObject({ endorsed_by: null, endorsement: null });
    expect(ledger.notes).toEqual([`no earlier key vouches for signing key ${second.keyId}`]);
  });

  test("never dates a signature before the previous one, even if the clock is set back", () => {
    const { ledger } = whole().append([day(41)], first, (NOW - 5_000_000) as typeof NOW);
    expect(ledger.statement?.signedAt).toBe("2026-11-21T06:00:03.120Z");
  });
});

describe("a ledger that is read", () => {
  test("is rejected if a position that a reader saved is missing, as when its end was cut off", () => {
    const { lines, ledger } = whole();
    const { position = 0, hash = "" } = ledger.statement ?? {};
    expect(() => read(lines).mustContain({ position, hash })).not.toThrow();
    expect(() => read(lines.slice(0, 42)).mustContain({ position, hash })).toThrow(
      "signed entries after this one are missing",
    );
    const other = new Growing().append(days(0, 45), second).ledger;
    expect(() => other.mustContain({ position, hash })).toThrow("differs from what was signed");
  });

  test.each<[string, (lines: LedgerLine[]) => LedgerLine[], string]>([
    ["an unsigned end", (lines) => lines.slice(0, -1), "the end is not signed"],
    ["another first entry", (lines) => lines.slice(1), "it is missing or repeated"],
    ["a day as its first entry", (lines) => resealed(lines, 0, "day", () => lines[1]!.body), "not a key"],
    ["another day in its column", (lines) => lines.with(5, { ...lines[5]!, day: 1 }), "its day is not the one"],
    ["an entry twice", (lines) => lines.toSpliced(5, 0, lines[5]!), "it is missing or repeated"],
    ["an unknown kind", (lines) => resealed(lines, 5, "row", (body) => body), "its kind is unknown"],
    ["an unknown member", (lines) => resealed(lines, 5, "day", (body) => body.replace("{", '{"a":1,')), "canonical"],
    ["members in another order", (lines) => resealed(lines, 5, "day", swapped), "canonical"],
    [
      "a member of another kind",
      (lines) => resealed(lines, 5, "day", (body) => body.replace(":1.5,", ':"1",')),
      "mvrv",
    ],
    [
      "a number in another form",
      (lines) => resealed(lines, 5, "day", (body) => body.replace(":1.5,", ":1.50,")),
      "canonical",
    ],
    [
      "another figure and all hashes recomputed",
      (lines) => resealed(lines, 5, "day", (body) => body.replace(":1.5,", ":1.6,")),
      "the statement does not match",
    ],
    [
      "an older statement as the newest",
      (lines) => resealed(lines, 43, "statement", () => lines[41]!.body),
      "the statement does not match",
    ],
    ["a repeated day", (lines) => resealed(lines, 5, "day", () => lines[4]!.body), "it is not the entry of 2010-07-22"],
    ["a row of another day", (lines) => resealed(lines, 5, "day", (body) => body.replace("-23", "-24")), "another day"],
  ])("is rejected with %s", (_what, change, sentence) => {
    expect(() => read(change([...whole().lines]))).toThrow(sentence);
  });

  test("is rejected when any character of any entry is changed", () => {
    const { lines } = new Growing()
      .append(days(0, 3), first)
      .append([revision(1, 1)], first)
      .append([], second);
    const texts = lines.flatMap((line, i) =>
      (["body", "hash", "kind"] as const).map((name) => [i, name, line] as const),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...texts),
        fc.nat(),
        fc.constantFrom(...'019afzAF{}" ,'),
        ([i, name, line], at, sign) => {
          const text = line[name];
          const place = at % text.length;
          if (text[place] === sign) return;
          const other = text.slice(0, place) + sign + text.slice(place + 1);
          expect(() => read(lines.with(i, { ...line, [name]: other }))).toThrow(LedgerError);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

/**
 * An entry replaced by someone with write access to the database: later hashes are recomputed, but signatures cannot
 * be.
 */
function resealed(lines: LedgerLine[], at: number, kind: string, change: (body: string) => string): LedgerLine[] {
  let hash = lines[at - 1]?.hash ?? FIRST_HASH;
  return lines.map((line, i) => {
    if (i < at) return line;
    const own = i === at ? { ...line, kind, body: change(line.body) } : line;
    hash = hashAfter(hash, sha256(entryOf(own.body)));
    return { ...own, hash };
  });
}

function swapped(body: string): string {
  const { public: shown, private: kept } = JSON.parse(body);
  return JSON.stringify({ private: kept, public: shown });
}

describe("a public key", () => {
  test.each([
    ["0", "00".repeat(32)],
    ["1", `01${"00".repeat(31)}`],
    ["1 with a sign", `01${"00".repeat(30)}80`],
    ["-1", `ec${"ff".repeat(30)}7f`],
    ["order 8", "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"],
    ["order 8 with a sign", "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85"],
    ["the other point of order 8", "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"],
    ["0, the prime added", `ed${"ff".repeat(30)}7f`],
    ["1, the prime added, with a sign", `ee${"ff".repeat(30)}ff`],
  ])("of small order (%s) is not usable", (_what, bytes) => {
    expect(isUsableKey(Buffer.from(bytes, "hex").toString("base64url"))).toBe(false);
  });

  test("generated by a signer is usable", () => {
    expect(isUsableKey(signer().x)).toBe(true);
  });
});
