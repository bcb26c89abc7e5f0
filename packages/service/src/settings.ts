/** All settings in one table, and how they become the service's configuration. */

import { isIPv6 } from "node:net";
import { join } from "node:path";
import * as z from "zod";
import { ConfigError } from "./domain/errors.js";
import type { HttpConfig } from "./http/edge.js";
import { LOG_LEVELS } from "./platform/log.js";
import {
  apiKey,
  contactAddress,
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
  type Setting,
  webAddress,
  whole,
  yesOrNo,
} from "./platform/setting-types.js";
import { USER_AGENT } from "./platform/version.js";
import { KEYED_SOURCES, keySetting, SOURCES, type SourcesConfig, urlSetting } from "./sources/all.js";
import { SOURCE_NAMES, type SourceName } from "./sources/order.js";

const ROLES = ["all", "api", "worker"] as const;

/** Every setting except the sources' addresses and keys: name, default, allowed values and meaning. */
export const SETTINGS = {
  PORT: { fallback: "8080", meaning: "port to listen on; 0 takes any free one", schema: whole(0, 65_535) },
  HOST: { fallback: "127.0.0.1", meaning: "address to listen on; 0.0.0.0 or :: for all", schema: host },
  DATA_DIR: { fallback: "./data", meaning: "folder of the database; created if missing", schema: z.string() },
  SIGNING_KEY_FILE: {
    fallback: "",
    meaning: "private key that signs the history; defaults to signing-key.pem in DATA_DIR; created if missing",
    schema: z.string(),
  },
  NEW_HISTORY: {
    fallback: "no",
    meaning:
      "for one start: yes begins a new history with an existing key, new-key continues with a key nobody has endorsed",
    schema: oneOf(["no", "yes", "new-key"]),
  },
  DATABASE_URL: {
    fallback: "",
    meaning: "PostgreSQL instead of SQLite: postgres://user:password@host:5432/database",
    schema: optional(postgresAddress, "sqlite:"),
  },
  ROLE: {
    fallback: "all",
    meaning: "with PostgreSQL also api (serves requests only) or worker (does the jobs only)",
    schema: oneOf(ROLES),
  },
  REDIS_URL: {
    fallback: "",
    meaning: "shares the rate limit between instances: redis://user:password@host:6379/0, or rediss:// for TLS",
    schema: optional(redisAddress),
  },
  BASE_URL: {
    fallback: "",
    meaning: "public address of the site, e.g. https://peak.example; defaults to http://HOST:PORT",
    schema: optional(webAddress),
  },
  INDEX_NAME: { fallback: "Peak Cycle Index", meaning: "name of the index in the attribution line", schema: line },
  SITE_NAME: { fallback: "Peak", meaning: "name of the site in the attribution line", schema: line },
  TRUSTED_PROXIES: {
    fallback: "",
    meaning: "networks whose X-Forwarded-For is trusted, e.g. 10.0.0.0/8,fd00::/8",
    schema: networks,
  },
  METRICS_PORT: {
    fallback: "",
    meaning: "port of /metrics for Prometheus; if unset, there are no metrics",
    schema: optional(whole(0, 65_535)),
  },
  METRICS_HOST: {
    fallback: "127.0.0.1",
    meaning: "address to listen on for METRICS_PORT; must not be public",
    schema: host,
  },
  LOG_LEVEL: { fallback: "info", meaning: LOG_LEVELS.join(", "), schema: oneOf(LOG_LEVELS) },
  UPSTREAMS_DISABLED: {
    fallback: "",
    meaning: "sources that are never used, by their setting names, e.g. kraken,brk",
    schema: namesOf(SOURCE_NAMES),
  },
  UPSTREAM_SPACING_MS: {
    fallback: "1000",
    meaning: "minimum time between two requests to the same source, in milliseconds",
    schema: whole(0, 60_000),
  },
  MCP: {
    fallback: "no",
    meaning: "yes offers tools for language models at /mcp (Model Context Protocol)",
    schema: yesOrNo,
  },
  CRYPTO_ASSET: {
    fallback: "no",
    meaning: "yes offers the crypto score in widgets and pictures, as asset crypto",
    schema: yesOrNo,
  },
  API_PRO: {
    fallback: "no",
    meaning: "yes accepts keys in X-NHCI-API-Key, with their own limits and the whole history below /api/pro",
    schema: yesOrNo,
  },
  SECURITY_CONTACT: {
    fallback: "",
    meaning: "where to report vulnerabilities, for /.well-known/security.txt: mailto:… or https://…",
    schema: optional(contactAddress),
  },
  SIMULATED_MARKET: {
    fallback: "no",
    meaning: "yes marks every page, widget and picture as simulated",
    schema: yesOrNo,
  },
} as const satisfies Record<string, Setting<unknown>>;

type Values = { [Name in keyof typeof SETTINGS]: z.output<(typeof SETTINGS)[Name]["schema"]> };

/**
 * @param env the environment; variables that are not settings are ignored, except misspelled `UPSTREAM_…_URL` and
 *   `…_KEY`
 * @throws ConfigError with one line per mistake, without the rejected text, which may be a secret
 */
export function parseConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const faults: string[] = [];
  const read = <T>(name: string, fallback: string, schema: Schema<T>): T | undefined => {
    const parsed = parseText(schema, env[name]?.trim() || fallback);
    if ("value" in parsed) return parsed.value;
    faults.push(`${name} ${parsed.fault}`);
    return undefined;
  };
  const entries = Object.entries<Setting<unknown>>(SETTINGS).map(([name, { fallback, schema }]) => {
    return [name, read(name, fallback, schema)];
  });
  const urls = SOURCES.map(({ name, baseUrl }) => [name, read(urlSetting(name), baseUrl, webAddress)]);
  const keys = KEYED_SOURCES.flatMap((name) => {
    const key = read(keySetting(name), "", optional(apiKey));
    return key === undefined ? [] : [[name, key]];
  });
  faults.push(...misspelled(env));
  const values = Object.fromEntries(entries) as Values;
  if (faults.length === 0 && values.ROLE !== "all" && values.DATABASE_URL === undefined) {
    faults.push("ROLE must be all unless DATABASE_URL names a PostgreSQL database: SQLite is for one process");
  }
  if (faults.length > 0) throw new ConfigError(faults);
  return toConfig(values, {
    urls: Object.fromEntries(urls) as Record<SourceName, URL>,
    keys: Object.fromEntries(keys),
  });
}

/** The address of a Peak site. @throws ConfigError with the name of the argument */
export function parseSite(name: string, text: string): URL {
  return parseOrThrow(name, webAddress, text);
}

/** @param name of the argument, for the message @throws ConfigError without the rejected text */
export function parseOrThrow<T>(name: string, schema: Schema<T>, text: string): T {
  const parsed = parseText(schema, text);
  if ("fault" in parsed) throw new ConfigError([`${name} ${parsed.fault}`]);
  return parsed.value;
}

function misspelled(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const faults = (kind: "URL" | "KEY", known: readonly SourceName[], setting: (name: SourceName) => string) =>
    Object.keys(env)
      .filter((name) => name.startsWith("UPSTREAM_") && name.endsWith(`_${kind}`) && !known.map(setting).includes(name))
      .map((name) => `${name} names no source${kind === "KEY" ? " with a key" : ""}; known are ${known.join(", ")}`);
  return [...faults("URL", SOURCE_NAMES, urlSetting), ...faults("KEY", KEYED_SOURCES, keySetting)];
}

/** One sentence for each setting that is valid but probably a mistake. */
export function settingWarnings(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const trusted = env["TRUSTED_PROXIES"]?.split(",") ?? [];
  return trusted.some((network) => /\/0+\s*$/.test(network)) ? [TRUSTS_ALL] : [];
}

const TRUSTS_ALL =
  "TRUSTED_PROXIES trusts every address, so any client can choose the address that is counted: name your proxies only";

/** The whole configuration, made once from the environment by `parseConfig`. */
export type Config = Readonly<ReturnType<typeof toConfig>>;

function toConfig(values: Values, addressed: Pick<SourcesConfig, "urls" | "keys">) {
  return {
    dataDir: values.DATA_DIR,
    /** The private key that signs the history; created if missing. */
    signingKeyFile: values.SIGNING_KEY_FILE || join(values.DATA_DIR, "signing-key.pem"),
    /** Allows a start that could be a mistake: a new history for an existing key, or an unendorsed new key. */
    newHistory: values.NEW_HISTORY,
    /** The PostgreSQL database; `undefined` for the SQLite file in `dataDir`. Holds a password. */
    databaseUrl: values.DATABASE_URL,
    /** Whether this process serves requests, does the jobs when it leads, or both. */
    role: values.ROLE,
    /** Redis or Valkey that counts for all instances; `undefined` to count in this process. Holds a password. */
    redisUrl: values.REDIS_URL,
    logLevel: values.LOG_LEVEL,
    http: {
      host: values.HOST,
      port: values.PORT,
      baseUrl: values.BASE_URL ?? ownAddress(values.HOST, values.PORT),
      indexName: values.SIMULATED_MARKET ? `${values.INDEX_NAME} (simulated)` : values.INDEX_NAME,
      siteName: values.SITE_NAME,
      trustedProxies: values.TRUSTED_PROXIES,
      simulated: values.SIMULATED_MARKET,
      securityContact: values.SECURITY_CONTACT,
      mcp: values.MCP,
      cryptoAsset: values.CRYPTO_ASSET,
      apiPro: values.API_PRO,
    } satisfies HttpConfig,
    /** Where Prometheus scrapes metrics; `undefined` if there are none. */
    metrics: values.METRICS_PORT === undefined ? undefined : { host: values.METRICS_HOST, port: values.METRICS_PORT },
    sources: {
      ...addressed,
      disabled: new Set(values.UPSTREAMS_DISABLED),
      spacingMs: values.UPSTREAM_SPACING_MS,
      userAgent: USER_AGENT,
    } satisfies SourcesConfig,
  };
}

function ownAddress(name: string, port: number): URL {
  return new URL(`http://${isIPv6(name) ? `[${name}]` : name}:${port}`);
}
