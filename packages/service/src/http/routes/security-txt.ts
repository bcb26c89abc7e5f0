/**
 * `/.well-known/security.txt` (RFC 9116): where to report vulnerabilities. Served only if the operator sets a contact.
 */
import type { FastifyInstance } from "fastify";
import { DAY_MS, dayOf, formatInstant, plus, startOf } from "peak-cycle-model";
import { addressOf } from "../../pages/site.js";
import { STATIC_CACHE } from "../cache-control.js";
import { cachedRoute, type Doc, type Edge } from "../edge.js";
import { NOT_FOUND } from "../problems.js";
import { TEXT_TYPE } from "../responses.js";

const PATH = "/.well-known/security.txt";

/** How long it is valid; RFC 9116 recommends less than a year. */
const VALID_DAYS = 180;

const DOC: Doc = {
  id: "securityTxt",
  tag: "service",
  summary: "Where to report a vulnerability (RFC 9116); 404 unless the operator has set a contact",
  description: "Contact and expiry, as text.",
  type: "text/plain",
  failures: [404],
};

export function securityTxtRoute(app: FastifyInstance, edge: Edge): void {
  const { site, clock } = edge;
  cachedRoute(app, edge, PATH, DOC, () => {
    const { securityContact: contact } = site;
    if (contact === undefined) return NOT_FOUND;
    const today = dayOf(clock.now());
    const expires = formatInstant(plus(startOf(today), VALID_DAYS * DAY_MS));
    const lines = [`Contact: ${contact}`, `Expires: ${expires}`, "Preferred-Languages: en"];
    const body = `${lines.join("\n")}\nCanonical: ${addressOf(site, PATH)}\n`;
    return { cache: STATIC_CACHE, dependsOn: [today], make: () => ({ type: TEXT_TYPE, body }) };
  });
}
