import { expect, test } from "vitest";
import { ConfigError } from "../../../src/domain/errors.js";
import { parseConfig, SETTINGS } from "../../../src/settings/settings.js";
import { SOURCE_NAMES, SOURCES } from "../../../src/sources/order.js";

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    parseConfig(env);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.faults;
  }
}

test("the configuration of an empty environment is the documented default", () => {
  const { dataDir, signingKeyFile, logLevel, role, http, sources, databaseUrl, redisUrl } = parseConfig({});
  expect([dataDir, signingKeyFile, logLevel, role]).toEqual(["./data", "data/signing-key.pem", "info", "all"]);
  expect(http).toEqual({
    ...{ host: "127.0.0.1", port: 8080, baseUrl: new URL("http://127.0.0.1:8080") },
    ...{ indexName: "Peak Cycle Index", siteName: "Peak", trustedProxies: [], securityContact: undefined },
    ...{ simulated: false, mcp: false, cryptoAsset: false, apiPro: false, followUrl: undefined },
  });
  expect([databaseUrl, redisUrl]).toEqual([undefined, undefined]);
  expect([sources.disabled.size, sources.spacingMs]).toEqual([0, 1000]);
  for (const { name, baseUrl } of SOURCES) expect(sources.urls[name]?.href).toBe(new URL(baseUrl).href);
});

test("the configuration takes every setting", () => {
  const addresses = {
    BASE_URL: new URL("https://peak.example/site"),
    DATABASE_URL: new URL("postgres://peak:p%40ss@db.example:5432/peak?sslmode=require"),
    REDIS_URL: new URL("rediss://user:p%40ss@redis.example:6380/3"),
    UPSTREAM_COIN_METRICS_URL: new URL("http://127.0.0.1:9/cm"),
  };
  const { dataDir, signingKeyFile, logLevel, role, metrics, http, sources, databaseUrl, redisUrl, announceUrl } =
    parseConfig({
      ...Object.fromEntries(Object.entries(addresses).map(([name, { href }]) => [name, href])),
      ...{ PORT: "0", HOST: "::", DATA_DIR: "/var/lib/peak", SIGNING_KEY_FILE: "/run/secrets/key", ROLE: "api" },
      ...{ INDEX_NAME: "Índice", SITE_NAME: "Cumbre", TRUSTED_PROXIES: "10.0.0.0/8, fd00::/8,192.0.2.1" },
      ...{ LOG_LEVEL: "warn", METRICS_PORT: "9464", SECURITY_CONTACT: "mailto:security@peak.example" },
      ...{ UPSTREAMS_DISABLED: "brk, kraken", UPSTREAM_SPACING_MS: "250", UPSTREAM_COINGECKO_KEY: "CG-abc" },
      ...{ MCP: "yes", CRYPTO_ASSET: "yes", API_PRO: "yes", SIMULATED_MARKET: "yes" },
      ...{ ANNOUNCE_URL: "https://user:word@ntfy.example/topic?auth=x", FOLLOW_URL: "https://t.me/peak" },
    });
  expect([databaseUrl, redisUrl, role]).toEqual([addresses.DATABASE_URL, addresses.REDIS_URL, "api"]);
  expect([dataDir, signingKeyFile, logLevel]).toEqual(["/var/lib/peak", "/run/secrets/key", "warn"]);
  expect(announceUrl?.href).toBe("https://user:word@ntfy.example/topic?auth=x");
  expect(metrics).toEqual({ host: "127.0.0.1", port: 9464 });
  expect(http).toEqual({
    ...{ host: "::", port: 0, baseUrl: addresses.BASE_URL, indexName: "Índice (simulated)", siteName: "Cumbre" },
    ...{ trustedProxies: ["10.0.0.0/8", "fd00::/8", "192.0.2.1"], securityContact: "mailto:security@peak.example" },
    ...{ simulated: true, mcp: true, cryptoAsset: true, apiPro: true, followUrl: new URL("https://t.me/peak") },
  });
  expect(sources.disabled).toEqual(new Set(["brk", "kraken"]));
  expect([sources.spacingMs, sources.keys]).toEqual([250, { coingecko: "CG-abc" }]);
  expect(sources.urls["coin-metrics"]).toEqual(addresses.UPSTREAM_COIN_METRICS_URL);
});

test("an empty or blank variable counts as unset, and variables that are not settings are ignored", () => {
  const blank = Object.fromEntries([...Object.keys(SETTINGS), "UPSTREAM_BRK_URL"].map((name) => [name, "  "]));
  const others = { PORTS: "x", PATH: "/bin", UPSTREAM: "x", npm_config_port: "y" };
  expect(parseConfig({ ...blank, ...others })).toEqual(parseConfig({}));
});

test.each<[name: string, good: readonly string[], bad: readonly string[]]>([
  ["PORT", ["0", "65535", "080"], ["65536", "+5", "-1", "0x10", "1e1", "5.0", "NaN", "٣", "9".repeat(10)]],
  ["LOG_LEVEL", ["warn"], ["Warn", "warn,info"]],
  ["MCP", ["yes", "no"], ["true", "1", "YES"]],
  ["ANNOUNCE_URL", ["http://127.0.0.1:1/hook", "https://a:b@c.example/?d=e"], ["ftp://a.example/", "a.example/b"]],
  ["FOLLOW_URL", ["https://t.me/peak"], ["javascript:alert(1)", "t.me/peak"]],
  ["UPSTREAMS_DISABLED", ["brk,kraken,brk", " brk , "], ["BRK", "kraken brk", "coinbase,coinbase"]],
  [
    "TRUSTED_PROXIES",
    ["10.0.0.0/8,2001:db8::/32, 192.0.2.1,::1,::ffff:172.16.0.0/108"],
    [
      ...["10.0.0.0/33", "10.0.0/8", "10.0.0.0/", "10.0.0.0/8/8", "10.0.0.0/-1", "::1/129"],
      ...["10.0.0.0/8;10.1.0.0/16", "*", "true", "1", "localhost"],
    ],
  ],
  ["SITE_NAME", ["Peak, the “index” ✓", "x".repeat(80)], ["a\nb", "a\u0000", "a\u007f", "x".repeat(81)]],
  [
    "HOST",
    ["127.0.0.1", "::", "::1", "fe80::1%eth0", "localhost", "peak.example", "a-b.c1", "10gen.example"],
    ["not a host", "256.1.1.1", "peak.1", "-a.example", "a-.example", "a..b", "[::1]", "host:80", "a".repeat(254)],
  ],
  [
    "BASE_URL",
    ["http://127.0.0.1:8081/kraken"],
    [
      "//x",
      "x",
      "ftp://x",
      "file:///etc",
      "javascript:alert(1)",
      "https://a:s3cret@x",
      "https://x/?k=v",
      "https://x/#f",
    ],
  ],
  ["SECURITY_CONTACT", ["https://peak.example/report"], ["security@peak.example", "mailto:a@b c"]],
  ["UPSTREAM_KRAKEN_URL", ["http://127.0.0.1:9/"], ["https://kraken.example/?key=s3cret"]],
  ["UPSTREAM_COINGECKO_KEY", ["CG-abc"], ["s3 cret"]],
  [
    "DATABASE_URL",
    [
      "postgresql://peak@[::1]/peak",
      "postgres:///peak?host=%2Frun%2Fpostgresql",
      "postgres://peak:pw@10.0.0.7/peak?sslmode=verify-full&application_name=peak-1",
      "postgres://peak:p,w@10.0.0.7/peak",
    ],
    [
      ...["peak", "mysql://db.example/peak", "postgres:peak:pw@host:5x/peak", "postgres://peak:pw@host:99999/peak"],
      ...["postgres://peak:s3cret#2@host/peak", "postgres://peak:1/2@host/peak", "postgres://peak:1?2@host/peak"],
      ...["postgres://peak:1%2@host/peak", "postgres://peak:pw@one,two/peak"],
      ...["postgres://peak:pw@host/peak?sslmode=no-verify", "postgres://peak:pw@one:5432,two:5432/peak"],
    ],
  ],
  [
    "REDIS_URL",
    [
      ...["redis://redis.example", "redis://redis.example:6380/3", "redis://user:p%40ss@[2001:db8::5]:6379/"],
      ...["rediss://:secret@redis.example/0", "unix:///run/redis.sock", "unix:///run/redis.sock?db=2"],
    ],
    [
      ...["redis.example:6379", "http://redis.example", "redis:///0", "unix://", "redis://redis.example/peak"],
      ...["redis://:s3cret#2@redis.example", "redis://:1%@redis.example", "redis://redis.example/0?password=s3cret"],
    ],
  ],
])("%s accepts what fits, and refuses anything else in one sentence that does not repeat it", (name, good, bad) => {
  for (const text of good) expect([text, faultsOf({ [name]: text })]).toEqual([text, []]);
  for (const text of bad) {
    const faults = faultsOf({ [name]: text });
    expect([text, faults]).toEqual([text, [expect.stringMatching(new RegExp(`^${name} (must|names) `))]]);
    expect(faults[0]).not.toContain("s3cret");
  }
});

test("a role other than all needs a database that several processes may open", () => {
  const DATABASE_URL = "postgres://peak:s3cret@db.example/peak";
  for (const role of ["all", "api", "worker"]) expect(parseConfig({ DATABASE_URL, ROLE: role }).role).toBe(role);
  expect(faultsOf({ DATABASE_URL, ROLE: "API" })).toEqual(["ROLE must be one of all, api, worker"]);
  const alone = expect.stringMatching(/^ROLE must be all unless DATABASE_URL names/);
  expect(faultsOf({ ROLE: "api" })).toEqual([alone]);
  expect(faultsOf({ ROLE: "api", PORT: "x" })).toEqual([expect.stringMatching(/^PORT/), alone]);
});

test("the metrics need a port that is not the site's", () => {
  const fault = "METRICS_PORT must differ from PORT: the metrics are not part of the site";
  expect(faultsOf({ METRICS_PORT: "8080" })).toEqual([fault]);
  expect(faultsOf({ METRICS_PORT: "8080", HOST: "0.0.0.0" })).toEqual([fault]);
  expect(faultsOf({ METRICS_PORT: "8080", HOST: "192.0.2.1" })).toEqual([]);
  expect(faultsOf({ METRICS_PORT: "0", PORT: "0" })).toEqual([]);
});

test("all faults are named at once, including addresses and keys of sources that do not exist", () => {
  const sources = { UPSTREAM_BRK_URL: "z", UPSTREAM_COINMETRICS_URL: "https://x.example", UPSTREAM_KRAKEN_KEY: "x" };
  expect(faultsOf({ PORT: "x", HOST: "?", LOG_LEVEL: "q", ...sources })).toEqual([
    "PORT must be a whole number from 0 to 65535",
    "HOST must be an IP address or a host name",
    expect.stringMatching(/^LOG_LEVEL must be one of debug/),
    expect.stringMatching(/^UPSTREAM_BRK_URL must be an http or https address/),
    `UPSTREAM_COINMETRICS_URL names no source; known are ${SOURCE_NAMES.join(", ")}`,
    "UPSTREAM_KRAKEN_KEY names no source with a key; known are coingecko",
  ]);
});
