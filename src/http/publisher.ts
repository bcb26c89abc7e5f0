import type { Publisher } from "../chart/attribution.js";
import type { HttpConfig } from "./http-config.js";

/** Who is named on everything that shows a score. */
export function publisherOf({ indexName, siteName, baseUrl }: HttpConfig): Publisher {
  return { indexName, siteName, baseUrl: baseUrl.href };
}
