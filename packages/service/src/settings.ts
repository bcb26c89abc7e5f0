/** All settings in one table, and what the service makes of them. */

import { isIPv6 } from "node:net";
import { join } from "node:path";
import * as z from "zod";
import { ConfigError } from "./domain/errors.js";
import type { HttpConfig } from "./http/edge.js";
import { LOG_LEVELS } from "./platform/log.js";
import {
  anyDatabase,
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

/** Every setting but the sources' addresses and keys: the whole truth about name, default, range and meaning. */
export const SETTINGS = {
  PORT: { fallback: "8080", meaning: "port to listen on; 0 takes any free one", schema: whole(0, 65_535) },
  HOST: { fallback: "127.0.0.1", meaning: "address to listen on; 0.0.0.0 or :: for all", schema: host },
  DATA_DIR: { fallback: "./data", meaning: "folder of the database; made when missing", schema: z.string() },
  SIGNING_KEY_FILE: {
    fallback: "",
    meaning: "private key that signs the history; unset, signing-key.pem in DATA_DIR; made when missing",
    schema: z.string(),
  },
  NEW_HISTORY: {
    fallback: "no",
    meaning:
      "for one start: yes begins a new history with a signing key that is there already, new-key goes on with a key that no earlier one endorses",
    schema: oneOf(["no", "yes", "new-key"]),
  },
  DATABASE_URL: {
    fallback: "",
    meaning: "PostgreSQL instead of SQLite: postgres://user:password@host:5432/database",
    schema: optional(postgresAddress, "sqlite:"),
  },
  ROLE: {
    fallback: "all",
    meaning: "with PostgreSQL also api, which only answers, or worker, which only collects and computes",
    schema: oneOf(ROLES),
  },
  REDIS_URL: {
    fallback: "",
    meaning: "limits shared by several instances: redis://user:password@host:6379/0, or rediss:// for TLS",
    schema: optional(redisAddress),
  },
  BASE_URL: {
    fallback: "",
    meaning: "public address of the site, e.g. https://peak.example; unset, it is http://HOST:PORT",
    schema: optional(webAddress),
  },
  INDEX_NAME: { fallback: "Peak Cycle Index", meaning: "name of the index in the attribution line", schema: line },
  SITE_NAME: { fallback: "Peak", meaning: "name of the site in the attribution line", schema: line },
  TRUSTED_PROXIES: {
    fallback: "",
    meaning: "networks whose X-Forwarded-For is believed, e.g. 10.0.0.0/8,fd00::/8",
    schema: networks,
  },
  METRICS_PORT: {
    fallback: "",
    meaning: "port of /metrics for Prometheus; unset, nothing is counted",
    schema: optional(whole(0, 65_535)),
  },
  METRICS_HOST: {
    fallback: "127.0.0.1",
    meaning: "address that METRICS_PORT listens on; never one the public reaches",
    schema: host,
  },
  LOG_LEVEL: { fallback: "info", meaning: LOG_LEVELS.join(", "), schema: oneOf(LOG_LEVELS) },
  UPSTREAMS_DISABLED: {
    fallback: "",
    meaning: "sources that are never asked, by their setting names, e.g. kraken,brk",
    schema: namesOf(SOURCE_NAMES),
  },
  UPSTREAM_SPACING_MS: {
    fallback: "1000",
    meaning: "least time between two requests to one source, in milliseconds",
    schema: whole(0, 60_000),
  },
  MCP: {
    fallback: "no",
    meaning: "yes offers the tools for agents at /mcp, over the Model Context Protocol",
    schema: yesOrNo,
  },
  CRYPTO_ASSET: {
    fallback: "no",
    meaning: "yes offers the score of crypto as a whole to widgets and pictures, as asset crypto",
    schema: yesOrNo,
  },
  API_PRO: {
    fallback: "no",
    meaning: "yes gives keys in X-NHCI-API-Key their own limits, and the whole history below /api/pro",
    schema: yesOrNo,
  },
  SECURITY_CONTACT: {
    fallback: "",
    meaning:
      "where weaknesses are reported, for /.well-known/security.txt: mailto:… or https://…; unset, there is none",
    schema: optional(contactAddress),
  },
  SIMULATED_MARKET: {
    fallback: "no",
    meaning: "yes says on every page, widget and picture that the market is simulated",
    schema: yesOrNo,
  },
} as const satisfies Record<string, Setting<unknown>>;

type Values = { [Name in keyof typeof SETTINGS]: z.output<(typeof SETTINGS)[Name]["schema"]> };

/**
 * @param env the environment; variables that are not settings are ignored, except misspelled `UPSTREAM_…_URL` and
 *   `…_KEY`
 * @throws ConfigError with one line for each fault; the refused text itself is not repeated
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

/**
 * @param name what the text was given as, for the message
 * @throws ConfigError with one line, which does not repeat the text
 */
export function parseDatabase(name: string, text: string): Pick<Config, "dataDir" | "databaseUrl"> {
  return faultless(name, anyDatabase, text);
}

/**
 * What is checked: the site at an http or https address, or a database as `parseDatabase` takes it.
 *
 * @throws ConfigError
 */
export function parseTarget(name: string, text: string): { readonly site: URL } | ReturnType<typeof parseDatabase> {
  if (/^https?:/i.test(text)) return { site: parseSite(name, text) };
  if (/^(sqlite|postgres)/.test(text)) return parseDatabase(name, text);
  throw new ConfigError([`${name} must be https://…, sqlite:FOLDER or postgres://…`]);
}

/** The address of a Peak site. @throws ConfigError that names the argument */
export function parseSite(name: string, text: string): URL {
  return faultless(name, webAddress, text);
}

/** @param name what the text was given as @throws ConfigError that names it and does not repeat the text */
export function faultless<T>(name: string, schema: Schema<T>, text: string): T {
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

/** Settings that can be read and are probably a mistake: one sentence each. */
export function settingWarnings(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const trusted = env["TRUSTED_PROXIES"]?.split(",") ?? [];
  return trusted.some((network) => /\/0+\s*$/.test(network)) ? [TRUSTS_ALL] : [];
}

const TRUSTS_ALL =
  "TRUSTED_PROXIES trusts every address, so any client can choose the address that is counted: name your proxies only";

/** Everything that can be set. Made once, from the environment, by `parseConfig`. */
export type Config = Readonly<ReturnType<typeof toConfig>>;

function toConfig(values: Values, addressed: Pick<SourcesConfig, "urls" | "keys">) {
  return {
    dataDir: values.DATA_DIR,
    /** The private key that the history is signed with; made when missing. */
    signingKeyFile: values.SIGNING_KEY_FILE || join(values.DATA_DIR, "signing-key.pem"),
    /** What a start may do that could be a mistake: begin a new history beside a key, or sign with a new key. */
    newHistory: values.NEW_HISTORY,
    /** The PostgreSQL database; `undefined` for the SQLite file in `dataDir`. Holds a password. */
    databaseUrl: values.DATABASE_URL,
    /** Whether this process answers, does the jobs when it is its turn, or both. */
    role: values.ROLE,
    /** Redis or Valkey with the limits of all instances; `undefined` for limits of this process. Holds a password. */
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
    /** Where Prometheus fetches figures; `undefined` when nothing is to be counted. */
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
