/** The forms in which a response is ready, best first where a client likes them equally. */
export const ENCODINGS = ["br", "gzip", "identity"] as const;

export type Encoding = (typeof ENCODINGS)[number];

/** Decisions kept. Browsers send a handful of different texts; a client that sends many is worked out each time. */
const MAX_KEPT = 64;
const MAX_KEPT_LENGTH = 100;

/** Chooses by `Accept-Encoding` (RFC 9110, 12.5.3). Remembers what it decided for a text. */
export function encodingChoice(): (accepted: string | undefined) => Encoding {
  const decided = new Map<string, Encoding>();
  return (accepted) => {
    if (accepted === undefined) return "identity";
    const known = decided.get(accepted);
    if (known !== undefined) return known;
    const choice = bestEncoding(accepted);
    if (decided.size < MAX_KEPT && accepted.length <= MAX_KEPT_LENGTH) decided.set(accepted, choice);
    return choice;
  };
}

/** The form with the greatest weight; plain bytes when nothing we have is wanted, which every client can read. */
function bestEncoding(accepted: string): Encoding {
  const weights = weightsOf(accepted);
  let best: Encoding = "identity";
  let greatest = weights.get("identity") ?? 0;
  for (const encoding of ["gzip", "br"] as const) {
    const weight = weights.get(encoding) ?? weights.get("*") ?? 0;
    if (weight === 0 || weight < greatest) continue;
    best = encoding;
    greatest = weight;
  }
  return best;
}

function weightsOf(accepted: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const part of accepted.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((each) => each.trim());
    const weight = parameters.find((each) => each.startsWith("q="));
    weights.set(name === "x-gzip" ? "gzip" : name, weight === undefined ? 1 : weightOf(weight.slice(2)));
  }
  return weights;
}

/** 0 for what is no weight: an encoding that was not clearly asked for is not used. */
function weightOf(text: string): number {
  return /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(text) ? Number(text) : 0;
}

/**
 * Whether an `If-None-Match` names the tag: a list of tags or `*`, compared weakly (RFC 9110, 13.1.2). A proxy that
 * turned our tag into a weak one still gets its 304.
 */
export function matchesEtag(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag) return true;
  if (ifNoneMatch.trim() === "*") return true;
  return tagsOf(ifNoneMatch).includes(etag);
}

/** The opaque tags of a list, with their quotes and without `W/`. Our tags hold no comma and no quote. */
function tagsOf(list: string): readonly string[] {
  return list.match(/"[^"]*"/g) ?? [];
}
