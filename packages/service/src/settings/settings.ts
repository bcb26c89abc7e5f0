/** All settings with their defaults, checks and meanings, and the configuration built from them. */

import { isIPv6 } from "node:net";
import { join } from "node:path";
import * as z from "zod";
import { ConfigError } from "../domain/errors.js";
import { line, oneOf, webAddress, wholeNumber } from "../domain/typed-text.js";
import type { HttpConfig } from "../http/edge.js";
import type { ListenAddress } from "../http/listen.js";
import type { LedgerConfig } from "../ledger/signing.js";
import { LOG_LEVELS, type LogLevel } from "../platform/log.js";
import { SOURCE_NAMES, SOURCES } from "../sources/order.js";
import { KEYED_SOURCES, keySetting, type SourcesConfig, urlSetting } from "../sources/sources.js";
import { USER_AGENT } from "../version.js";
import {
  anyWebAddress,
  apiKey,
  contactAddress,
  files,
  host,
  namesOf,
  networks,
  postgresAddress,
  redisAddress,
  yesOrNo,
} from "./setting-types.js";

/** Every setting except the sources' addresses and keys. `prefault` is the text used if one is unset. */
export const SETTINGS = {
  PORT: wholeNumber(0, 65_535).prefault("8080").describe("port to listen on; 0 picks any free one"),
  HOST: host.prefault("127.0.0.1").describe("address to listen on; 0.0.0.0 or :: for all"),
  DATA_DIR: z.string().prefault("./data").describe("folder of the database; created if missing"),
  SIGNING_KEY_FILE: z
    .string()
    .optional()
    .describe("private key that signs the history; defaults to signing-key.pem in DATA_DIR; created if missing"),
  NEW_HISTORY: oneOf(["no", "yes", "new-key"])
    .prefault("no")
    .describe(
      "for one start: yes begins a new history with an existing key, new-key continues with a key nobody has endorsed",
    ),
  DATABASE_URL: postgresAddress
    .optional()
    .describe("PostgreSQL instead of SQLite: postgres://user:password@host:5432/database"),
  ROLE: oneOf(["all", "api", "worker"])
    .prefault("all")
    .describe("with PostgreSQL also api (serves requests only) or worker (runs the jobs only)"),
  REDIS_URL: redisAddress
    .optional()
    .describe("shares the rate limit between instances: redis://user:password@host:6379/0, or rediss:// for TLS"),
  BASE_URL: webAddress
    .optional()
    .describe("public address of the site, e.g. https://peak.example; defaults to http://HOST:PORT"),
  INDEX_NAME: line.prefault("Peak Cycle Index").describe("name of the index in the attribution line"),
  SITE_NAME: line.prefault("Peak").describe("name of the site in the attribution line"),
  PICTURE_FONTS: files
    .prefault("")
    .describe("font files for letters in these names that pictures cannot show otherwise, e.g. Arabic or Chinese"),
  TRUSTED_PROXIES: networks
    .prefault("")
    .describe("networks whose X-Forwarded-For is trusted, e.g. 10.0.0.0/8,fd00::/8"),
  METRICS_PORT: wholeNumber(0, 65_535)
    .optional()
    .describe("port of /metrics for Prometheus; if unset, there are no metrics"),
  METRICS_HOST: host.prefault("127.0.0.1").describe("address to listen on for METRICS_PORT; must not be public"),
  LOG_LEVEL: oneOf(LOG_LEVELS).prefault("info").describe(LOG_LEVELS.join(", ")),
  UPSTREAMS_DISABLED: namesOf(SOURCE_NAMES)
    .prefault("")
    .describe("sources that are never used, by their setting names, e.g. kraken,brk"),
  UPSTREAM_SPACING_MS: wholeNumber(0, 60_000)
    .prefault("1000")
    .describe("minimum time between two requests to the same source, in milliseconds"),
  MCP: yesOrNo.prefault("no").describe("yes offers tools for language models at /mcp (Model Context Protocol)"),
  CRYPTO_ASSET: yesOrNo.prefault("no").describe("yes offers the crypto score in widgets and pictures, as asset crypto"),
  API_PRO: yesOrNo
    .prefault("no")
    .describe("yes accepts keys in X-NHCI-API-Key, with their own limits and the whole history below /api/pro"),
  ANNOUNCE_URL: anyWebAddress
    .optional()
    .describe("where peak announce sends new feed entries: a topic, webhook or bot address; a secret"),
  FOLLOW_URL: anyWebAddress
    .optional()
    .describe("public address of the channel that peak announce sends to; pages then say Follow and list it first"),
  SECURITY_CONTACT: contactAddress
    .optional()
    .describe("where to report vulnerabilities, for /.well-known/security.txt: mailto:… or https://…"),
  SIMULATED_MARKET: yesOrNo.prefault("no").describe("yes marks every page, widget and picture as simulated"),
};

const Settings = z.object(SETTINGS);

const ALONE = "ROLE must be all unless DATABASE_URL names a PostgreSQL database: SQLite is for one process";

const ONE_PORT = "METRICS_PORT must differ from PORT: the metrics are not part of the site";

const SourceUrls = z.object(
  Object.fromEntries(SOURCES.map(({ name, baseUrl }) => [urlSetting(name), webAddress.prefault(baseUrl)])),
);
const SourceKeys = z.object(Object.fromEntries(KEYED_SOURCES.map((name) => [keySetting(name), apiKey.optional()])));

/**
 * @param env the environment; variables that are not settings are ignored, except misspelled `UPSTREAM_…_URL` and
 *   `…_KEY`
 * @throws ConfigError with one line per mistake, without the rejected text, which may be a secret
 */
export function parseConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const texts = Object.fromEntries(Object.entries(env).map(([name, text]) => [name, text?.trim() || undefined]));
  const settings = Settings.safeParse(texts);
  const urls = SourceUrls.safeParse(texts);
  const keys = SourceKeys.safeParse(texts);
  const issues = [settings, urls, keys].flatMap(({ error }) => error?.issues ?? []);
  const isAlone = texts["DATABASE_URL"] === undefined && ["api", "worker"].includes(texts["ROLE"] ?? "");
  const faults = [
    ...issues.map(({ path, message }) => `${String(path[0])} ${message}`),
    ...(isAlone ? [ALONE] : []),
    ...(settings.success && isOnePort(settings.data) ? [ONE_PORT] : []),
    ...misspelled(env),
  ];
  if (!settings.success || !urls.success || !keys.success || faults.length > 0)
    throw new ConfigError([...new Set(faults)]);
  return toConfig(
    settings.data,
    Object.fromEntries(SOURCE_NAMES.map((name) => [name, urls.data[urlSetting(name)]])),
    Object.fromEntries(KEYED_SOURCES.map((name) => [name, keys.data[keySetting(name)]])),
  );
}

/** Whether metrics and site would listen on the same port and address. */
function isOnePort({ HOST, PORT, METRICS_HOST, METRICS_PORT }: z.output<typeof Settings>): boolean {
  const isOneHost = HOST === METRICS_HOST || [HOST, METRICS_HOST].some((host) => ["0.0.0.0", "::"].includes(host));
  return isOneHost && PORT !== 0 && PORT === METRICS_PORT;
}

function misspelled(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const names = Object.keys(env).filter(
    (name) => /^UPSTREAM_.+_(URL|KEY)$/.test(name) && !(name in SourceUrls.shape || name in SourceKeys.shape),
  );
  return names.map((name) =>
    name.endsWith("_URL")
      ? `${name} does not name a source; choose one of ${SOURCE_NAMES.join(", ")}`
      : `${name} does not name a source with a key; choose one of ${KEYED_SOURCES.join(", ")}`,
  );
}

/**
 * One sentence for each setting that is valid but probably a mistake, and for each variable that resembles a setting,
 * such as BASEURL, and would be ignored.
 */
export function settingWarnings(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const trusted = env["TRUSTED_PROXIES"]?.split(",") ?? [];
  const almost = Object.keys(env).flatMap((name) => {
    const setting = KNOWN_NAMES.get(squeezed(name));
    return setting === undefined || setting === name
      ? []
      : [`${name} is not a setting and is ignored; did you mean ${setting}?`];
  });
  return [...(trusted.some((network) => /\/0+\s*$/.test(network)) ? [TRUSTS_ALL] : []), ...almost];
}

/** One sentence for each name in a settings file that neither Peak nor the programs it runs read. */
export function unknownSettings(names: readonly string[]): readonly string[] {
  const unknown = names.filter((name) => !KNOWN_NAMES.has(squeezed(name)) && !READ_BY_OTHERS.test(name));
  return unknown.map((name) => `${name} is not a setting and is ignored: docs/settings.md has the table`);
}

/** The names of variables in a settings file that Node and the libraries below it read when a process starts. */
export function startVariables(names: readonly string[]): readonly string[] {
  return names.filter((name) => READ_BY_OTHERS.test(name) && !KNOWN_NAMES.has(squeezed(name)));
}

/** A name in upper case without separators, to recognize misspellings. */
const squeezed = (name: string) => name.toUpperCase().replace(/[^A-Z0-9]/g, "");

const KNOWN_NAMES = new Map(
  [SETTINGS, SourceUrls.shape, SourceKeys.shape].flatMap(Object.keys).map((name) => [squeezed(name), name]),
);

/** Variables of Node, OpenSSL, the C library and PostgreSQL's programs. */
const READ_BY_OTHERS = new RegExp(
  "^(NODE_.*|UV_.*|SSL_CERT_(FILE|DIR)|OPENSSL_.*|PG.*|" +
    "LC_.*|LANG|LANGUAGE|TZ|TMPDIR|HOME|PATH|(HTTPS?|ALL|NO)_PROXY)$",
  "i",
);

const TRUSTS_ALL =
  "TRUSTED_PROXIES trusts every address, so any client can choose the address that is counted: list only your proxies";

/** The whole configuration, created from the environment by `parseConfig`. */
export interface Config extends LedgerConfig {
  /** Redis or Valkey for a shared limit; `undefined` to count in this process. Contains a password. */
  readonly redisUrl: URL | undefined;
  readonly logLevel: LogLevel;
  /** Font files for letters that the font of PNG pictures lacks, best first. */
  readonly pictureFonts: readonly string[];
  readonly http: HttpConfig;
  /** Where `peak announce` sends to; `undefined` if not configured. A secret. */
  readonly announceUrl: URL | undefined;
  /** Where Prometheus scrapes metrics; `undefined` if there are none. */
  readonly metrics: ListenAddress | undefined;
  readonly sources: SourcesConfig;
}

function toConfig(values: z.output<typeof Settings>, urls: SourcesConfig["urls"], keys: SourcesConfig["keys"]): Config {
  const { HOST, PORT, DATA_DIR, SIMULATED_MARKET } = values;
  return {
    dataDir: DATA_DIR,
    signingKeyFile: values.SIGNING_KEY_FILE ?? join(DATA_DIR, "signing-key.pem"),
    newHistory: values.NEW_HISTORY,
    databaseUrl: values.DATABASE_URL,
    role: values.ROLE,
    redisUrl: values.REDIS_URL,
    logLevel: values.LOG_LEVEL,
    pictureFonts: values.PICTURE_FONTS,
    http: {
      host: HOST,
      port: PORT,
      baseUrl: values.BASE_URL ?? ownAddress(HOST, PORT),
      indexName: SIMULATED_MARKET ? `${values.INDEX_NAME} (simulated)` : values.INDEX_NAME,
      siteName: values.SITE_NAME,
      trustedProxies: values.TRUSTED_PROXIES,
      isSimulated: SIMULATED_MARKET,
      securityContact: values.SECURITY_CONTACT,
      hasMcp: values.MCP,
      hasCryptoAsset: values.CRYPTO_ASSET,
      apiPro: values.API_PRO,
      followUrl: values.FOLLOW_URL,
    },
    announceUrl: values.ANNOUNCE_URL,
    metrics: values.METRICS_PORT === undefined ? undefined : { host: values.METRICS_HOST, port: values.METRICS_PORT },
    sources: {
      urls,
      keys,
      disabled: new Set(values.UPSTREAMS_DISABLED),
      spacingMs: values.UPSTREAM_SPACING_MS,
      userAgent: USER_AGENT,
    },
  };
}

function ownAddress(host: string, port: number): URL {
  const [bare = ""] = host.split("%"); // a URL cannot contain a zone
  return new URL(`http://${isIPv6(bare) ? `[${bare}]` : bare}:${port}`);
}
