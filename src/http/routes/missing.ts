import type { FastifyRequest } from "fastify";
import { LANGUAGES } from "../../chart/locale.js";
import { MISSING_PAGE_STYLE, missingPage } from "../../site/missing.js";
import type { Site } from "../../site/site.js";
import { NO_STORE } from "../cache.js";
import { OPEN } from "../cross-origin.js";
import { pathOf } from "../paths.js";
import { NOT_FOUND } from "../problems.js";
import type { Ready } from "../ready.js";
import { pageManner } from "./page-manner.js";

const MANNER = pageManner(MISSING_PAGE_STYLE);

/** 404: a page for browsers, which name HTML among what they accept; a problem for programs, and below `/api/`. */
export function missing(site: Site, { url, headers }: Pick<FastifyRequest, "url" | "headers">): Ready {
  const path = pathOf(url);
  if (path.startsWith("/api/") || headers.accept?.includes("text/html") !== true) return NOT_FOUND;
  const language = LANGUAGES.find((each) => each === path.split("/")[1]) ?? "en";
  const body = Buffer.from(missingPage(site, language, path));
  const head = ["Content-Type", MANNER.contentType, "Content-Length", String(body.length), "Cache-Control", NO_STORE];
  return { status: 404, head: [...head, ...OPEN, ...MANNER.also], body };
}
