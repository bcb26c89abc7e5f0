/** The built scripts as this installation serves them: with its publisher, a version and hashes. */
import { createHash } from "node:crypto";
import { attributionParts } from "peak-cycle-drawing";
import { ConfigError } from "../domain/errors.js";
import type { EmbedCode } from "../pages/embed.js";
import { publisherOf, type Site } from "../pages/site.js";
import type { StoredScript } from "../storage/script-store.js";

/**
 * Puts the publisher into every script and gives the embeds their version: that of the package and a hash of their
 * bytes, so that no version ever stands for two different texts, whatever is configured.
 *
 * @param built texts by file name
 * @throws ConfigError when a script is missing
 */
export function embedScripts(built: ReadonlyMap<string, string>, site: Site, packageVersion: string): Scripts {
  // The last part is there where the widgets may ask for crypto; else they say that it is coming soon.
  const literal = safeLiteral([...attributionParts(publisherOf(site)), ...(site.cryptoAsset ? [1] : [])]);
  const texts = new Map([...built].map(([name, text]) => [name, text.split(PLACE).join(literal)]));
  const embeds = Object.values(EMBEDS);
  const missing = [...embeds, FRAME_SCRIPT].filter((name) => !texts.has(name));
  if (missing.length > 0) {
    throw new ConfigError([`the scripts for browsers are missing (${missing.join(", ")}): run \`npm run build\``]);
  }
  const body = (name: string) => texts.get(name) ?? "";
  const hash = createHash("sha256").update(embeds.map(body).join("")).digest("hex").slice(0, 8);
  const version = `${packageVersion}-${hash}`;
  return {
    code: { version, integrity: { chart: integrityOf(body(EMBEDS.chart)), badge: integrityOf(body(EMBEDS.badge)) } },
    embeds: embeds.map((name) => ({ version, name, body: body(name) })),
    texts,
  };
}

/** The scripts of an installation. */
export interface Scripts {
  /** Version and hashes of the two embed scripts. */
  readonly code: EmbedCode;
  /** The bytes of these two. */
  readonly embeds: readonly StoredScript[];
  /** Every script by the name of its file. */
  readonly texts: ReadonlyMap<string, string>;
}

/** The scripts that other people's pages load, by the names of their files. */
const EMBEDS = { chart: "nhci-chart.js", badge: "nhci-badge.js" } as const;

/** The script inside the page for iframes. */
export const FRAME_SCRIPT = "frame.js";

/** Placeholder in a built script, replaced by the publisher. */
const PLACE = "__PEAK_PUBLISHER__";

/** A value as a JavaScript literal that is also safe inside an HTML page: no `</script>`, no line end. */
export function safeLiteral(value: unknown): string {
  const code = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(value).replace(/[<\u2028\u2029]/g, code);
}

function integrityOf(text: string): string {
  return `sha384-${createHash("sha384").update(text).digest("base64")}`;
}
