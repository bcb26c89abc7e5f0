import { describe, expect, test } from "vitest";
import { ConfigError } from "../../src/domain/errors.js";
import { parseConfig, SETTINGS } from "../../src/settings.js";
import { SOURCES } from "../../src/sources/all.js";
import { SOURCE_NAMES } from "../../src/sources/order.js";

const DATABASE = "postgres://peak:p%40ss@db.example:5432/peak?sslmode=require";
const REDIS = "rediss://user:p%40ss@redis.example:6380/3";

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    parseConfig(env);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.faults;
  }
}

describe("the configuration", () => {
  test("of an empty environment is the documented default", () => {
    const { dataDir, signingKeyFile, logLevel, http, sources } = parseConfig({});
    expect([dataDir, signingKeyFile, logLevel]).toEqual(["./data", "data/signing-key.pem", "info"]);
    expect(http).toEqual({
      ...{ host: "127.0.0.1", port: 8080, baseUrl: new URL("http://127.0.0.1:8080") },
      ...{ indexName: "Peak Cycle Index", siteName: "Peak", trustedProxies: [], securityContact: undefined },
      ...{ simulated: false, mcp: false, cryptoAsset: false, apiPro: false },
    });
    expect([parseConfig({}).databaseUrl, parseConfig({}).redisUrl]).toEqual([undefined, undefined]);
    expect(sources.disabled.size).toBe(0);
    expect(sources.spacingMs).toBe(1000);
    for (const { name, baseUrl } of SOURCES) expect(sources.urls[name].href).toBe(new URL(baseUrl).href);
  });

  test("takes every setting", () => {
    const { dataDir, signingKeyFile, logLevel, http, sources, databaseUrl, redisUrl } = parseConfig({
      PORT: "0",
      HOST: "::",
      DATA_DIR: "/var/lib/peak",
      SIGNING_KEY_FILE: "/run/secrets/key",
      BASE_URL: "https://peak.example/site",
      INDEX_NAME: "Índice",
      SITE_NAME: "Cumbre",
      TRUSTED_PROXIES: "10.0.0.0/8, fd00::/8,192.0.2.1",
      LOG_LEVEL: "warn",
      MCP: "yes",
      CRYPTO_ASSET: "yes",
      API_PRO: "yes",
      SECURITY_CONTACT: "mailto:security@peak.example",
      UPSTREAMS_DISABLED: "brk, kraken",
      UPSTREAM_SPACING_MS: "250",
      UPSTREAM_COIN_METRICS_URL: "http://127.0.0.1:9/cm",
      UPSTREAM_COINGECKO_KEY: "CG-abc",
      SIMULATED_MARKET: "yes",
      DATABASE_URL: DATABASE,
      REDIS_URL: REDIS,
    });
    expect([databaseUrl, redisUrl]).toEqual([new URL(DATABASE), new URL(REDIS)]);
    expect([dataDir, signingKeyFile, logLevel]).toEqual(["/var/lib/peak", "/run/secrets/key", "warn"]);
    expect({ ...http, baseUrl: http.baseUrl?.href }).toEqual({
      host: "::",
      port: 0,
      baseUrl: "https://peak.example/site",
      indexName: "Índice (simulated)",
      siteName: "Cumbre",
      trustedProxies: ["10.0.0.0/8", "fd00::/8", "192.0.2.1"],
      simulated: true,
      securityContact: "mailto:security@peak.example",
      mcp: true,
      cryptoAsset: true,
      apiPro: true,
    });
    expect([...sources.disabled].sort()).toEqual(["brk", "kraken"]);
    expect(sources.spacingMs).toBe(250);
    expect(sources.urls["coin-metrics"].href).toBe("http://127.0.0.1:9/cm");
    expect(sources.keys).toEqual({ coingecko: "CG-abc" });
  });

  test("takes an empty or blank variable for an unset one", () => {
    const blank = Object.fromEntries([...Object.keys(SETTINGS), "UPSTREAM_BRK_URL"].map((name) => [name, "  "]));
    expect(parseConfig(blank)).toEqual(parseConfig({}));
  });

  test("does not look at variables that are not its own", () => {
    expect(parseConfig({ PORTS: "x", PATH: "/bin", UPSTREAM: "x", npm_config_port: "y" })).toEqual(parseConfig({}));
  });

  test.each([
    ["HOST", "not a host"],
    ["BASE_URL", "https://user:s3cret@peak.example"],
    ["UPSTREAM_SPACING_MS", "60001"],
    ["UPSTREAM_KRAKEN_URL", "https://kraken.example/?key=s3cret"],
    ["DATABASE_URL", "postgres://peak:s3cret#1@db.example/peak"],
    ["REDIS_URL", "redis://:s3cret#@redis.example"],
    ["REDIS_URL", "redis://redis.example/0?password=s3cret"],
    ["REDIS_URL", "unix:///run/redis.sock?password=s3cret"],
  ])("refuses %s=%j in one sentence that does not repeat it", (name, value) => {
    const faults = faultsOf({ [name]: value });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(new RegExp(`^${name} (must|names)`));
    expect(faults[0]).not.toContain(value);
    expect(faults[0]).not.toContain("s3cret");
  });

  test("takes a role where several processes may have the database open, and else only the whole", () => {
    const address = { DATABASE_URL: "postgres://peak:s3cret@db.example/peak" };
    expect(parseConfig({}).role).toBe("all");
    for (const ROLE of ["all", "api", "worker"]) expect(parseConfig({ ...address, ROLE }).role).toBe(ROLE);
    expect(faultsOf({ ...address, ROLE: "API" })).toEqual(["ROLE must be one of all, api, worker"]);
    expect(faultsOf({ ROLE: "api" })).toEqual([expect.stringMatching(/^ROLE must be all unless DATABASE_URL names/)]);
  });

  test("refuses a key that is none, and the address or key of a source that has none", () => {
    const UPSTREAM_COINMETRICS_URL = "https://x.example";
    const keys = { UPSTREAM_COINGECKO_KEY: "s3 cret", UPSTREAM_KRAKEN_KEY: "x" };
    expect(faultsOf({ UPSTREAM_COINMETRICS_URL, ...keys })).toEqual([
      "UPSTREAM_COINGECKO_KEY must be a key of at most 200 signs without spaces",
      `UPSTREAM_COINMETRICS_URL names no source; known are ${SOURCE_NAMES.join(", ")}`,
      "UPSTREAM_KRAKEN_KEY names no source with a key; known are coingecko",
    ]);
  });

  test("names all faults at once", () => {
    const faults = faultsOf({ PORT: "x", HOST: "?", UPSTREAM_BRK_URL: "z", UPSTREAM_X_URL: "y", LOG_LEVEL: "q" });
    expect(faults.map((fault) => fault.split(" ")[0]).sort()).toEqual(
      ["HOST", "LOG_LEVEL", "PORT", "UPSTREAM_BRK_URL", "UPSTREAM_X_URL"].sort(),
    );
  });
});
