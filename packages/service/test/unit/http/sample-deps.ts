import type { EndpointDeps } from "../../../src/http/endpoint.js";
import { ENDPOINTS } from "../../../src/http/endpoints/all.js";
import { silentLog } from "../../../src/platform/log.js";
import { Published } from "../../../src/published/published.js";
import { fakeClock } from "../../support/fake-clock.js";
import { fakePngs } from "../../support/fake-pngs.js";
import { sampleScripts } from "../../support/sample-scripts.js";
import { showHistory } from "../../support/show-history.js";
import { publishSampleExtras } from "./sample-extras.js";
import { publishSample, SAMPLE_CONFIG, SAMPLE_SOURCES, sampleRows } from "./samples.js";

/** What endpoints are made with, a minute after the sample score, with something of everything shown. */
export function sampleDeps(): EndpointDeps {
  const clock = fakeClock("2026-11-21T07:06:00Z");
  const published = new Published();
  publishSample(published);
  showHistory(published, { rows: sampleRows() });
  publishSampleExtras(published);
  return {
    config: SAMPLE_CONFIG,
    published,
    limit: { take: () => 0 },
    clock,
    log: silentLog,
    health: async () => ({ ready: true, reason: undefined }),
    sources: SAMPLE_SOURCES,
    scripts: sampleScripts,
    documents: { method: "<p>The method</p>", api: "<p>The API</p>" },
    icons: new Map([["favicon.ico", Uint8Array.of(0, 0, 1, 0)]]),
    pngs: fakePngs(),
    endpoints: ENDPOINTS,
  };
}
