import { expect, test } from "vitest";
import {
  host,
  line,
  namesOf,
  networks,
  oneOf,
  optional,
  parseText,
  postgresAddress,
  redisAddress,
  type Schema,
  webAddress,
  whole,
  yesOrNo,
} from "../../src/platform/setting-types.js";

/** The value, as text where it is an address; an address and a list are compared as they are written. */
function valueIn(schema: Schema<unknown>, text: string): unknown {
  const parsed = parseText(schema, text);
  if ("fault" in parsed) return "refused";
  return parsed.value instanceof URL ? parsed.value.href : parsed.value;
}

test.each<[string, Schema<unknown>, good: readonly [text: string, value: unknown][], bad: readonly string[]]>([
  [
    "a whole number between limits, both included",
    whole(1, 20),
    [
      ["1", 1],
      ["20", 20],
      ["007", 7],
    ],
    ["0", "21", "", " 5", "5 ", "+5", "-1", "0x10", "1e1", "5.0", "NaN", "٣", "9".repeat(10)],
  ],
  ["one of some names, spelled exactly", oneOf(["info", "warn"]), [["warn", "warn"]], ["Warn", "", "warn,info"]],
  [
    "yes or no",
    yesOrNo,
    [
      ["yes", true],
      ["no", false],
    ],
    ["true", "1", "YES", ""],
  ],
  [
    "names in the order of the known ones, each once",
    namesOf(["kraken", "brk"]),
    [
      ["", []],
      ["brk,kraken,brk", ["kraken", "brk"]],
      [" brk , ", ["brk"]],
    ],
    ["BRK", "kraken brk", "coinbase"],
  ],
  [
    "networks and addresses of both families",
    networks,
    [["10.0.0.0/8,2001:db8::/32, 192.0.2.1,::1", ["10.0.0.0/8", "2001:db8::/32", "192.0.2.1", "::1"]]],
    ["10.0.0.0/33", "10.0.0/8", "10.0.0.0/8;10.1.0.0/16", "*", "true", "1", "::1/129", "localhost"],
  ],
  [
    "nothing at all where it is optional",
    optional(whole(1, 2), "none"),
    [
      ["", undefined],
      ["none", undefined],
    ],
    ["3"],
  ],
])("a setting may be %s", (_what, schema, good, bad) => {
  for (const [text, value] of good) expect(valueIn(schema, text)).toEqual(value);
  for (const text of bad) expect([text, valueIn(schema, text)]).toEqual([text, "refused"]);
});

test.each<[string, Schema<unknown>, good: readonly string[], bad: readonly string[]]>([
  [
    "a line of at most 80 signs, none of them a control sign",
    line,
    ["Peak, the “index” ✓"],
    ["a\nb", "a\u0000", "a\u007f", "x".repeat(81)],
  ],
  [
    "a host",
    host,
    ["127.0.0.1", "::", "::1", "localhost", "peak.example", "a-b.c1", "10gen.example"],
    ["", "256.1.1.1", "1.2.3", "-a.example", "a-.example", "a..b", "a b", "[::1]", "host:80", "a".repeat(254)],
  ],
  [
    "a web address with nothing secret in it",
    webAddress,
    ["http://127.0.0.1:8081/kraken"],
    ["//x", "x", "ftp://x", "file:///etc", "javascript:alert(1)", "https://a:b@x", "https://x/?k=v", "https://x/#f"],
  ],
  [
    "a PostgreSQL database",
    postgresAddress,
    [
      "postgres://peak:p%23w@db.example:5432/peak?sslmode=verify-full",
      "postgresql://peak@[::1]/peak",
      "postgres:///peak?host=%2Frun%2Fpostgresql",
      "postgres://peak:pw@10.0.0.7/peak?sslmode=require&application_name=peak-1",
      "postgres://peak:p,w@10.0.0.7/peak",
    ],
    [
      ...["peak", "mysql://db.example/peak", "sqlite:./data", "postgres:peak:pw@host:5x/peak"],
      ...["postgres://peak:pw@host:99999/peak", "postgres://peak:1#2@host/peak", "postgres://peak:1/2@host/peak"],
      ...["postgres://peak:1?2@host/peak", "postgres://peak:1%2@host/peak", "postgres://peak:pw@one,two/peak"],
      ...["postgres://peak:pw@host/peak?sslmode=no-verify", "postgres://peak:pw@one:5432,two:5432/peak"],
    ],
  ],
  [
    "a Redis",
    redisAddress,
    [
      ...["redis://redis.example", "redis://redis.example:6380/3", "redis://user:p%40ss@[2001:db8::5]:6379/"],
      ...["rediss://:secret@redis.example/0", "unix:///run/redis.sock", "unix:///run/redis.sock?db=2"],
    ],
    [
      ...["redis.example:6379", "http://redis.example", "redis:///0", "unix://", "redis://redis.example/peak"],
      ...["redis://:1#2@redis.example", "redis://:1%@redis.example", "redis://redis.example/0?db=1"],
    ],
  ],
])("a setting may be %s, which is kept as it is written", (_what, schema, good, bad) => {
  for (const text of good) expect(valueIn(schema, text)).toBe(text);
  for (const text of bad) expect([text, valueIn(schema, text)]).toEqual([text, "refused"]);
});
