/** The built scripts as this installation serves them: with its publisher. */
import { attributionParts } from "peak-cycle-drawing";
import { ConfigError } from "../domain/errors.js";
import { publisherOf, type Site } from "../pages/site.js";

/** Every script by the name of its file. */
export type Scripts = ReadonlyMap<string, string>;

/**
 * Puts the publisher into every script.
 *
 * @param built texts by file name
 * @throws ConfigError when a script that other people's pages need is missing
 */
export function embedScripts(built: Scripts, site: Site): Scripts {
  const missing = [CHART_SCRIPT, BADGE_SCRIPT, FRAME_SCRIPT].filter((name) => !built.has(name));
  if (missing.length > 0) {
    throw new ConfigError([`the scripts for browsers are missing (${missing.join(", ")}): run \`npm run build\``]);
  }
  // The last part is there where the widgets may ask for crypto; else they say that it is coming soon.
  const literal = safeLiteral([...attributionParts(publisherOf(site)), ...(site.cryptoAsset ? [1] : [])]);
  return new Map([...built].map(([name, text]) => [name, text.split(PLACE).join(literal)]));
}

export const CHART_SCRIPT = "nhci-chart.js";
export const BADGE_SCRIPT = "nhci-badge.js";

/** The script inside the page for iframes. */
export const FRAME_SCRIPT = "frame.js";

/** Placeholder in a built script, replaced by the publisher. */
const PLACE = "__PEAK_PUBLISHER__";

/** A value as a JavaScript literal that is also safe inside an HTML page: no `</script>`, no line end. */
export function safeLiteral(value: unknown): string {
  const code = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(value).replace(/[<\u2028\u2029]/g, code);
}
