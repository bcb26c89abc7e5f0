import { describe, expect, test } from "vitest";
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

const FAULT = Symbol("refused");

const read =
  <T>(schema: Schema<T>) =>
  (text: string) => {
    const parsed = parseText(schema, text);
    return "value" in parsed ? parsed.value : FAULT;
  };

const databaseAddress = read(optional(postgresAddress, "sqlite:"));

const isFault = (value: unknown) => value === FAULT;

describe("a setting", () => {
  test("that is a whole number lies within its limits, both included", () => {
    const parse = read(whole(1, 20));
    expect(["1", "20", "007"].map(parse)).toEqual([1, 20, 7]);
    expect(
      ["0", "21", "", " 5", "5 ", "+5", "-1", "0x10", "1e1", "5.0", "NaN", "٣", "9".repeat(10)]
        .map(parse)
        .every(isFault),
    ).toBe(true);
  });

  test("that is one of some names is spelled exactly", () => {
    const parse = read(oneOf(["info", "warn"]));
    expect(parse("warn")).toBe("warn");
    expect(["Warn", "", "warn,info"].map(parse).every(isFault)).toBe(true);
  });

  test("that is a choice is yes or no", () => {
    expect([read(yesOrNo)("yes"), read(yesOrNo)("no")]).toEqual([true, false]);
    expect(["true", "1", "YES", ""].map(read(yesOrNo)).every(isFault)).toBe(true);
  });

  test("that is a line has no control signs and at most 80 signs", () => {
    expect(read(line)("Peak, the “index” ✓")).toBe("Peak, the “index” ✓");
    expect(["a\nb", "a\u0000", "a\u007f", "x".repeat(81)].map(read(line)).every(isFault)).toBe(true);
  });

  test.each(["127.0.0.1", "::", "::1", "localhost", "peak.example", "a-b.c1", "10gen.example"])(
    "%s is a host",
    (text) => {
      expect(read(host)(text)).toBe(text);
    },
  );

  test.each([
    "",
    "256.1.1.1",
    "1.2.3",
    "-a.example",
    "a-.example",
    "a..b",
    "a b",
    "[::1]",
    "host:80",
    "http://x",
    `${"a".repeat(254)}`,
  ])("%s is no host", (text) => {
    expect(read(host)(text)).toBe(FAULT);
  });

  test("that is a web address keeps its path and carries nothing secret", () => {
    expect(String(read(webAddress)("http://127.0.0.1:8081/kraken"))).toBe("http://127.0.0.1:8081/kraken");
    const bad = [
      "//x",
      "x",
      "ftp://x",
      "file:///etc",
      "javascript:alert(1)",
      "https://a:b@x",
      "https://x/?k=v",
      "https://x/#f",
    ];
    expect(bad.map(read(webAddress)).every(isFault)).toBe(true);
  });

  test("that is a PostgreSQL database keeps all of its address, and is none for SQLite", () => {
    const good = [
      "postgres://peak:p%23w@db.example:5432/peak?sslmode=verify-full",
      "postgresql://peak@[::1]/peak",
      "postgres:///peak?host=%2Frun%2Fpostgresql",
      "postgres://peak:pw@10.0.0.7/peak?sslmode=require&application_name=peak-1",
      "postgres://peak:p,w@10.0.0.7/peak",
    ];
    expect(good.map((text) => String(databaseAddress(text)))).toEqual(good);
    expect([databaseAddress(""), databaseAddress("sqlite:")]).toEqual([undefined, undefined]);
  });

  test.each([
    "peak",
    "mysql://db.example/peak",
    "sqlite:./data",
    "postgres:peak:pw@host:5x/peak",
    "postgres://peak:pw@host:99999/peak",
    "postgres://peak:1#2@host/peak",
    "postgres://peak:1/2@host/peak",
    "postgres://peak:1?2@host/peak",
    "postgres://peak:1%2@host/peak",
    "postgres://peak:pw@host/peak?sslmode=no-verify",
    "postgres://peak:pw@one,two/peak",
    "postgres://peak:pw@one:5432,two:5432/peak",
  ])("%s is no PostgreSQL database", (text) => {
    expect(databaseAddress(text)).toBe(FAULT);
  });

  test.each([
    "redis://redis.example",
    "redis://redis.example:6380/3",
    "redis://user:p%40ss@[2001:db8::5]:6379/",
    "rediss://:secret@redis.example/0",
    "unix:///run/redis/redis.sock",
    "unix:///run/redis/redis.sock?db=2",
  ])("%s is a Redis", (text) => {
    expect(read(redisAddress)(text)).toEqual(new URL(text));
  });

  test.each([
    "redis.example:6379",
    "http://redis.example",
    "redis:///0",
    "unix://",
    "redis://redis.example/peak",
    "redis://:1#2@redis.example",
    "redis://:1%@redis.example",
    "redis://redis.example/0?db=1",
  ])("%s is no Redis", (text) => {
    expect(read(redisAddress)(text)).toBe(FAULT);
  });

  test("that is a list of names is in the order of the known ones, each once", () => {
    const parse = read(namesOf(["kraken", "brk"]));
    expect([parse(""), parse("brk,kraken,brk"), parse(" brk , ")]).toEqual([[], ["kraken", "brk"], ["brk"]]);
    expect(["BRK", "kraken brk", "coinbase"].map(parse).every(isFault)).toBe(true);
  });

  test("that is a list of networks takes addresses and CIDR of both families", () => {
    expect(read(networks)("10.0.0.0/8,2001:db8::/32, 192.0.2.1,::1")).toEqual([
      "10.0.0.0/8",
      "2001:db8::/32",
      "192.0.2.1",
      "::1",
    ]);
    expect(
      ["10.0.0.0/33", "10.0.0/8", "10.0.0.0/8;10.1.0.0/16", "*", "true", "1", "::1/129", "localhost"]
        .map(read(networks))
        .every(isFault),
    ).toBe(true);
  });
});
