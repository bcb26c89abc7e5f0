import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { entryOf, readBody } from "../../src/entries.js";
import { canonical, FIRST_HASH, hashAfter, sha256 } from "../../src/hash.js";
import { LedgerError, type LedgerLine, LedgerReader, nextLines } from "../../src/index.js";
import { isUsableKey } from "../../src/keys.js";
import { day, days, Growing, NOW, read, revision, signer } from "../support/ledgers.js";

describe("a ledger that is read from its start", () => {
  const [first, second] = [signer(), signer()];
  const whole = () => new Growing().append(days(0, 40), first).append([day(40)], first);

  test("begins with a key, ends with a statement, and counts what it has", () => {
    const { lines, reader } = whole();
    expect(lines.map(({ kind }) => kind)).toEqual(["key", ...Array(40).fill("day"), "statement", "day", "statement"]);
    expect(read(lines)).toMatchObject({ length: 44, days: 41, hash: reader.hash });
    expect(reader.statement?.claim).toMatchObject({ position: 42, days: 41, revisions: 0, keys: 1 });
  });

  test("is the same, byte by byte, when the same is appended again by the same key", () => {
    expect(whole().lines).toEqual(whole().lines);
  });

  test("keeps the entries of the newest 30 rows, and everything between them", () => {
    const { tail } = whole().append([revision(1, 30)], first).reader;
    expect(tail[0]?.entry).toContain('"closed":"2010-07-29"');
    expect(tail.filter(({ hasRow }) => hasRow)).toHaveLength(30);
    expect(tail.at(-2)?.entry).toContain('"kind":"revision"');
  });

  test("of a price of -0 writes 0, and refuses a number that JSON cannot carry before anything is written", () => {
    const body = (btc_close: number) => ({ ...day(0), private: { ...day(0).private, btc_close } });
    expect(nextLines(new LedgerReader(), [body(-0)], first, NOW)[1]?.body).toContain('"btc_close":0,');
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => nextLines(new LedgerReader(), [body(value)], first, NOW)).toThrow(RangeError);
    }
  });

  test("refuses a day or a revision that is not the next one, before anything is written", () => {
    const { reader } = whole();
    for (const body of [day(40), day(42), revision(2, 30)]) {
      expect(() => nextLines(reader, [body], first, NOW)).toThrow("it does not follow what is there");
    }
  });

  test("goes on with a new key that the former endorses, and then the former signs nothing more", () => {
    const growing = whole();
    growing.append([day(41)], signer(first));
    expect(growing.reader.keys.map(({ key }) => key.endorsed_by)).toEqual([null, first.keyId]);
    expect(() => growing.append([day(42)], first)).toThrow("the key is there already");
    const forged = nextLines(
      { ...endOf(growing.reader), keys: growing.reader.keys.slice(0, 1) },
      [day(42)],
      first,
      NOW,
    );
    expect(() => read([...growing.lines, ...forged])).toThrow("what was signed is not what is before it");
  });

  test("goes on with a new key that nobody endorses, which its entry says", () => {
    const { reader } = whole().append([day(41)], second);
    expect(reader.keys.at(-1)?.key).toMatchObject({ endorsed_by: null, endorsement: null });
  });

  test("never goes back in time with its signatures, also when the clock does", () => {
    const growing = whole().append([day(41)], first, (NOW - 5_000_000) as typeof NOW);
    expect(growing.reader.statement?.claim.signed_at).toBe("2026-11-21T06:00:03.120Z");
  });

  test("is wrong without what somebody has kept of it, as when its end was cut off", () => {
    const { lines, reader } = whole();
    const head = { position: 42, hash: reader.statement?.claim.hash ?? "" };
    expect(() => read(lines).finish(head)).not.toThrow();
    expect(() => read(lines.slice(0, 42)).finish(head)).toThrow("what was signed after it is missing");
    const other = new Growing().append(days(0, 45), second).reader;
    expect(() => other.finish(head)).toThrow("is not what was signed");
  });

  test.each<[string, (lines: LedgerLine[]) => LedgerLine[], string]>([
    ["an unsigned end", (lines) => lines.slice(0, -1), "the end is not signed"],
    ["another first entry", (lines) => lines.slice(1), "it is missing, or there twice"],
    ["an entry twice", (lines) => lines.toSpliced(5, 0, lines[5]!), "it is missing, or there twice"],
    ["an unknown kind", (lines) => resealed(lines, 5, "row", (body) => body), "it is of an unknown kind"],
    [
      "an unknown member",
      (lines) => resealed(lines, 5, "day", (body) => body.replace("{", '{"a":1,')),
      "another shape",
    ],
    ["members in another order", (lines) => resealed(lines, 5, "day", swapped), "another shape than documented"],
    [
      "a number in another form",
      (lines) => resealed(lines, 5, "day", (body) => body.replace(":1.5,", ":1.50,")),
      "canonical",
    ],
    ["a day again", (lines) => resealed(lines, 5, "day", () => lines[4]!.body), "it is not that of 2010-07-22"],
    ["a row of another day", (lines) => resealed(lines, 5, "day", (body) => body.replace("-23", "-24")), "another day"],
  ])("is refused with %s", (_what, change, sentence) => {
    expect(() => read(change([...whole().lines]))).toThrow(sentence);
  });

  test("is refused when any sign of any entry is another one", () => {
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

/** The fields that `nextLines` reads, as plain values. */
function endOf(reader: LedgerReader) {
  const { length, hash, leaves, keys, revisions, days: count, statement } = reader;
  return { length, hash, leaves, keys, revisions, days: count, statement };
}

/** An entry replaced by whoever can write to the database: hashes are made anew from there on, signatures cannot be. */
function resealed(lines: LedgerLine[], at: number, kind: string, change: (body: string) => string): LedgerLine[] {
  const body = change(lines[at]?.body ?? "");
  let hash = lines[at - 1]?.hash ?? FIRST_HASH;
  const leaf = (text: string) => {
    const { public: shown } = JSON.parse(text);
    return sha256(JSON.stringify({ ...shown, sealed: sha256(text) }));
  };
  return lines.map((line, i) => {
    if (i < at) return line;
    const own = i === at ? { ...line, kind, body } : line;
    hash = hashAfter(hash, leaf(own.body));
    return { ...own, hash };
  });
}

function swapped(body: string): string {
  const { public: shown, private: kept } = JSON.parse(body);
  return JSON.stringify({ private: kept, public: shown });
}

describe("an entry", () => {
  test("has everything public of its body and a seal over all of it, and reveals nothing else", () => {
    const body = canonical(day(3));
    const entry = entryOf(readBody("day", body), body);
    expect(JSON.parse(entry)).toEqual({ ...day(3).public, sealed: sha256(body) });
    expect(entry).not.toContain("57.3");
  });
});

describe("a public key", () => {
  test.each([
    ["0", "00".repeat(32)],
    ["1", `01${"00".repeat(31)}`],
    ["1 with a sign", `01${"00".repeat(30)}80`],
    ["-1", `ec${"ff".repeat(30)}7f`],
    ["order 8", "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"],
    ["order 8 with a sign", "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85"],
    ["the other of order 8", "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"],
    ["0, the prime added", `ed${"ff".repeat(30)}7f`],
    ["1, the prime added, with a sign", `ee${"ff".repeat(30)}ff`],
  ])("of small order (%s) is no key", (_what, bytes) => {
    expect(isUsableKey(Buffer.from(bytes, "hex").toString("base64url"))).toBe(false);
  });

  test("that somebody has made is one", () => {
    expect(isUsableKey(signer().x)).toBe(true);
  });
});
