import { isIPv6 } from "node:net";
import { ConfigError } from "./domain/errors.js";
import { LOG_LEVELS, type LogLevel } from "./platform/pino-log.js";
import { Fault, host, line, namesOf, networks, oneOf, type Setting, webAddress, whole, yesOrNo } from "./settings.js";
import { overrideVariable, SOURCE_NAMES, SOURCES, type SourceName } from "./upstreams/source-table.js";

/** Everything that can be set. Made once, from the environment, by `parseConfig`. */
export interface Config {
  readonly dataDir: string;
  readonly logLevel: LogLevel;
  readonly http: {
    readonly host: string;
    readonly port: number;
    /** The public address of the site. */
    readonly baseUrl: URL;
    readonly indexName: string;
    readonly siteName: string;
    readonly trustedProxies: readonly string[];
    readonly simulated: boolean;
  };
  readonly upstreams: {
    readonly urls: Readonly<Record<SourceName, URL>>;
    readonly disabled: ReadonlySet<SourceName>;
    readonly spacingMs: number;
  };
}

/** Every setting but the sources' addresses: the whole truth about name, default, range and meaning. */
export const SETTINGS = {
  PORT: { fallback: "8080", meaning: "port to listen on; 0 takes any free one", parse: whole(0, 65_535) },
  HOST: { fallback: "127.0.0.1", meaning: "address to listen on; 0.0.0.0 or :: for all", parse: host },
  DATA_DIR: { fallback: "./data", meaning: "folder of the database; made when missing", parse: (text: string) => text },
  BASE_URL: {
    fallback: "",
    meaning: "public address of the site, e.g. https://peak.example; unset, it is http://HOST:PORT",
    parse: (text: string) => (text === "" ? undefined : webAddress(text)),
  },
  INDEX_NAME: { fallback: "Peak Cycle Index", meaning: "name of the index in the attribution line", parse: line },
  SITE_NAME: { fallback: "Peak", meaning: "name of the site in the attribution line", parse: line },
  TRUSTED_PROXIES: {
    fallback: "",
    meaning: "networks whose X-Forwarded-For is believed, e.g. 10.0.0.0/8,fd00::/8",
    parse: networks,
  },
  LOG_LEVEL: { fallback: "info", meaning: LOG_LEVELS.join(", "), parse: oneOf(LOG_LEVELS) },
  UPSTREAMS_DISABLED: {
    fallback: "",
    meaning: `sources never asked, of ${SOURCE_NAMES.join(", ")}`,
    parse: namesOf(SOURCE_NAMES),
  },
  UPSTREAM_SPACING_MS: {
    fallback: "1000",
    meaning: "least time between two requests to one source, in milliseconds",
    parse: whole(0, 60_000),
  },
  SIMULATED_MARKET: { fallback: "no", meaning: "yes says on every page that the market is simulated", parse: yesOrNo },
} as const satisfies Record<string, Setting<unknown>>;

type Values = { [Name in keyof typeof SETTINGS]: Exclude<ReturnType<(typeof SETTINGS)[Name]["parse"]>, Fault> };

/**
 * @param env the environment; variables that are not settings are ignored, except misspelled `UPSTREAM_…_URL`
 * @throws ConfigError with one line a fault; the refused text itself is not repeated
 */
export function parseConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const faults: string[] = [];
  const read = <T>(name: string, setting: Pick<Setting<T>, "fallback" | "parse">): T | undefined => {
    const value = setting.parse(env[name]?.trim() || setting.fallback);
    if (!(value instanceof Fault)) return value;
    faults.push(`${name} ${value.reason}`);
    return undefined;
  };
  const entries = Object.entries<Setting<unknown>>(SETTINGS).map(([name, setting]) => [name, read(name, setting)]);
  const urls = SOURCE_NAMES.map((name) => [
    name,
    read(overrideVariable(name), { fallback: SOURCES[name].defaultUrl, parse: webAddress }),
  ]);
  faults.push(...misspelled(env));
  if (faults.length > 0) throw new ConfigError(faults);
  return toConfig(Object.fromEntries(entries) as Values, Object.fromEntries(urls) as Record<SourceName, URL>);
}

function misspelled(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const known = new Set(SOURCE_NAMES.map(overrideVariable));
  return Object.keys(env)
    .filter((name) => /^UPSTREAM_.+_URL$/.test(name) && !known.has(name))
    .map((name) => `${name} names no source; known are ${SOURCE_NAMES.join(", ")}`);
}

function toConfig(values: Values, urls: Record<SourceName, URL>): Config {
  return {
    dataDir: values.DATA_DIR,
    logLevel: values.LOG_LEVEL,
    http: {
      host: values.HOST,
      port: values.PORT,
      baseUrl: values.BASE_URL ?? ownAddress(values.HOST, values.PORT),
      indexName: values.INDEX_NAME,
      siteName: values.SITE_NAME,
      trustedProxies: values.TRUSTED_PROXIES,
      simulated: values.SIMULATED_MARKET,
    },
    upstreams: { urls, disabled: new Set(values.UPSTREAMS_DISABLED), spacingMs: values.UPSTREAM_SPACING_MS },
  };
}

function ownAddress(name: string, port: number): URL {
  return new URL(`http://${isIPv6(name) ? `[${name}]` : name}:${port}`);
}
