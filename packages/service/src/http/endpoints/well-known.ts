/** What programs ask for: where the API is described, and whom to tell of a weakness. */
import { DAY_MS, dayOf, formatInstant, type Instant, plus, startOf } from "peak-cycle-model";
import { addressOf, type Site } from "../../pages/site.js";
import type { Endpoint } from "../endpoint.js";
import { NOT_FOUND } from "../problems.js";
import { memoizedResponder, STATIC_CACHE, STATIC_SECONDS } from "../responders.js";
import { PLAIN_TEXT } from "../response-variants.js";

/** `Link` of the front page (RFC 8631): who has its address alone finds the description. */
export function describedBy(site: Site): string {
  const links = [
    ["/openapi.json", "service-desc"],
    ["/docs", "service-doc"],
  ] as const;
  return links.map(([path, rel]) => `<${addressOf(site, path)}>; rel="${rel}"`).join(", ");
}

const SECURITY = "/.well-known/security.txt";

/** How long what it says may be relied on; RFC 9116 asks for less than a year. */
const VALID_DAYS = 180;

/** RFC 9116: whom to tell of a weakness. 404 unless the operator names somebody. */
export const securityTxt: Endpoint = {
  path: SECURITY,
  group: "extra",
  api: {
    id: "securityTxt",
    tag: "service",
    summary: "Whom to tell of a weakness (RFC 9116); 404 unless the operator names somebody",
    maxAgeSeconds: STATIC_SECONDS,
    success: { description: "fields and values, a line each", mediaType: "text/plain", schema: { type: "string" } },
    others: { 404: { description: "the operator names nobody" } },
  },
  responder: ({ config, clock }) => {
    const { securityContact: contact } = config;
    if (contact === undefined) return () => NOT_FOUND;
    return memoizedResponder(clock, {
      headers: PLAIN_TEXT,
      source: (now) => ({ expires: plus(startOf(dayOf(now)), VALID_DAYS * DAY_MS) }),
      body: ({ expires }) => securityText(config, contact, expires),
      cacheControl: () => STATIC_CACHE,
    });
  },
};

function securityText(site: Site, contact: string, expires: Instant): string {
  const canonical = addressOf(site, SECURITY);
  return `Contact: ${contact}\nExpires: ${formatInstant(expires)}\nPreferred-Languages: en\nCanonical: ${canonical}\n`;
}
