import { describe, expect, test } from "vitest";
import { ConfigError } from "../../../src/domain/errors.js";
import { type Config, parseConfig, SETTINGS } from "../../../src/settings/settings.js";
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
  const { sources, ...others } = parseConfig({});
  expect(others).toEqual({
    ...{ dataDir: "./data", signingKeyFile: "data/signing-key.pem", newHistory: "no", databaseUrl: undefined },
    ...{ role: "all", redisUrl: undefined, logLevel: "info", pictureFonts: [], announceUrl: undefined },
    metrics: undefined,
    http: {
      ...{ host: "127.0.0.1", port: 8080, baseUrl: new URL("http://127.0.0.1:8080") },
      ...{ indexName: "Peak Cycle Index", siteName: "Peak", trustedProxies: [], securityContact: undefined },
      ...{ isSimulated: false, hasMcp: false, hasCryptoAsset: false, apiPro: false, followUrl: undefined },
    },
  });
  expect(sources).toMatchObject({ disabled: new Set(), keys: {}, spacingMs: 1000 });
});

test.each(SOURCES)("$name is queried at $baseUrl by default", ({ name, baseUrl }) => {
  expect(parseConfig({}).sources.urls[name]).toEqual(new URL(baseUrl));
});

describe("the configuration takes", () => {
  const DATABASE_URL = "postgres://peak:p%40ss@db.example:5432/peak?sslmode=require";
  const REDIS_URL = "rediss://user:p%40ss@redis.example:6380/3";
  const ANNOUNCE_URL = "https://user:word@ntfy.example/topic?auth=x";

  const CASES: readonly [name: string, text: string, read: (config: Config) => unknown, value: unknown][] = [
    ["PORT", "0", ({ http }) => http.port, 0],
    ["HOST", "::", ({ http }) => http.host, "::"],
    ["DATA_DIR", "/var/lib/peak", ({ dataDir }) => dataDir, "/var/lib/peak"],
    ["SIGNING_KEY_FILE", "/run/secrets/key", ({ signingKeyFile }) => signingKeyFile, "/run/secrets/key"],
    ["NEW_HISTORY", "new-key", ({ newHistory }) => newHistory, "new-key"],
    ["DATABASE_URL", DATABASE_URL, ({ databaseUrl }) => databaseUrl, new URL(DATABASE_URL)],
    ["ROLE", "api", ({ role }) => role, "api"],
    ["REDIS_URL", REDIS_URL, ({ redisUrl }) => redisUrl, new URL(REDIS_URL)],
    ["BASE_URL", "https://peak.example/site", ({ http }) => http.baseUrl, new URL("https://peak.example/site")],
    ["INDEX_NAME", "Índice", ({ http }) => http.indexName, "Índice"],
    ["SITE_NAME", "Cumbre", ({ http }) => http.siteName, "Cumbre"],
    ["PICTURE_FONTS", "/a.ttf, /b.otf", ({ pictureFonts }) => pictureFonts, ["/a.ttf", "/b.otf"]],
    [
      "TRUSTED_PROXIES",
      "10.0.0.0/8, fd00::/8,192.0.2.1",
      ({ http }) => http.trustedProxies,
      ["10.0.0.0/8", "fd00::/8", "192.0.2.1"],
    ],
    ["METRICS_PORT", "9464", ({ metrics }) => metrics, { host: "127.0.0.1", port: 9464 }],
    ["METRICS_HOST", "::1", ({ metrics }) => metrics, { host: "::1", port: 9464 }],
    ["LOG_LEVEL", "warn", ({ logLevel }) => logLevel, "warn"],
    ["UPSTREAMS_DISABLED", "brk, kraken", ({ sources }) => sources.disabled, new Set(["brk", "kraken"])],
    ["UPSTREAM_SPACING_MS", "250", ({ sources }) => sources.spacingMs, 250],
    ["MCP", "yes", ({ http }) => http.hasMcp, true],
    ["CRYPTO_ASSET", "yes", ({ http }) => http.hasCryptoAsset, true],
    ["API_PRO", "yes", ({ http }) => http.apiPro, true],
    ["ANNOUNCE_URL", ANNOUNCE_URL, ({ announceUrl }) => announceUrl, new URL(ANNOUNCE_URL)],
    ["FOLLOW_URL", "https://t.me/peak", ({ http }) => http.followUrl, new URL("https://t.me/peak")],
    ["SECURITY_CONTACT", "mailto:a@peak.example", ({ http }) => http.securityContact, "mailto:a@peak.example"],
    ["SIMULATED_MARKET", "yes", ({ http }) => http.isSimulated, true],
    [
      "UPSTREAM_COIN_METRICS_URL",
      "http://127.0.0.1:9/cm",
      ({ sources }) => sources.urls["coin-metrics"],
      new URL("http://127.0.0.1:9/cm"),
    ],
    ["UPSTREAM_COINGECKO_KEY", "CG-abc", ({ sources }) => sources.keys, { coingecko: "CG-abc" }],
  ];
  /** The other settings that a setting needs. */
  const NEEDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    METRICS_HOST: { METRICS_PORT: "9464" },
    ROLE: { DATABASE_URL },
  };

  test.each(CASES)("%s=%s", (name, text, read, value) => {
    expect(read(parseConfig({ ...NEEDS[name], [name]: text }))).toEqual(value);
  });

  test("every setting in its table", () => {
    expect(CASES.map(([name]) => name)).toEqual(expect.arrayContaining(Object.keys(SETTINGS)));
  });
});

test("the name of an index computed from a simulated market says so", () => {
  const { http } = parseConfig({ INDEX_NAME: "Índice", SIMULATED_MARKET: "yes" });
  expect(http.indexName).toBe("Índice (simulated)");
});

test("an empty or blank variable counts as unset, and variables that are not settings are ignored", () => {
  const blank = Object.fromEntries([...Object.keys(SETTINGS), "UPSTREAM_BRK_URL"].map((name) => [name, "  "]));
  const others = { PORTS: "x", PATH: "/bin", UPSTREAM: "x", npm_config_port: "y" };
  expect(parseConfig({ ...blank, ...others })).toEqual(parseConfig({}));
});

/** Texts that fit, and texts that do not. */
const TEXTS: readonly [name: string, good: readonly string[], bad: readonly string[]][] = [
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
];

test.each(TEXTS.flatMap(([name, good]) => good.map((text) => [name, text] as const)))("%s may be %j", (name, text) => {
  expect(faultsOf({ [name]: text })).toEqual([]);
});

describe("a setting is refused in one sentence that does not repeat its text:", () => {
  test.each(TEXTS.flatMap(([name, , bad]) => bad.map((text) => [name, text] as const)))("%s=%j", (name, text) => {
    const faults = faultsOf({ [name]: text });
    expect(faults).toEqual([expect.stringMatching(new RegExp(`^${name} (must|names) `))]);
    expect(faults[0]).not.toContain("s3cret");
  });
});

describe("a role", () => {
  const ALONE = expect.stringMatching(/^ROLE must be all unless DATABASE_URL names/);

  test.each(["all", "api", "worker"])("may be %s with a database that several processes may open", (role) => {
    expect(parseConfig({ DATABASE_URL: "postgres://peak:s3cret@db.example/peak", ROLE: role }).role).toBe(role);
  });

  test("of another name is refused", () => {
    expect(faultsOf({ ROLE: "API" })).toEqual(["ROLE must be one of all, api, worker"]);
  });

  test("other than all is refused without such a database", () => {
    expect(faultsOf({ ROLE: "api" })).toEqual([ALONE]);
  });

  test("without such a database is reported along with other mistakes", () => {
    expect(faultsOf({ ROLE: "api", PORT: "x" })).toEqual([expect.stringMatching(/^PORT/), ALONE]);
  });
});

test.each([
  ["the site's port is refused", { METRICS_PORT: "8080" }, 1],
  ["the site's port is refused if the site listens on every address", { METRICS_PORT: "8080", HOST: "0.0.0.0" }, 1],
  ["the site's port is accepted on another address", { METRICS_PORT: "8080", HOST: "192.0.2.1" }, 0],
  ["any free port is accepted, although the site takes one, too", { METRICS_PORT: "0", PORT: "0" }, 0],
])("for the metrics, %s", (_what, env, faults) => {
  const fault = "METRICS_PORT must differ from PORT: the metrics are not part of the site";
  expect(faultsOf(env)).toEqual([fault].slice(0, faults));
});

test("all mistakes are named at once, including addresses and keys of sources that do not exist", () => {
  const sources = { UPSTREAM_BRK_URL: "z", UPSTREAM_COINMETRICS_URL: "https://x.example", UPSTREAM_KRAKEN_KEY: "x" };
  expect(faultsOf({ PORT: "x", HOST: "?", LOG_LEVEL: "q", ...sources })).toEqual([
    "PORT must be a whole number from 0 to 65535",
    "HOST must be an IP address or a host name",
    expect.stringMatching(/^LOG_LEVEL must be one of debug/),
    expect.stringMatching(/^UPSTREAM_BRK_URL must be an http or https address/),
    `UPSTREAM_COINMETRICS_URL does not name a source; choose one of ${SOURCE_NAMES.join(", ")}`,
    "UPSTREAM_KRAKEN_KEY does not name a source with a key; choose one of coingecko",
  ]);
});
