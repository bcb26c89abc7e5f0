/** The list of all endpoints, from which routing, openapi.json, `/docs` and the tests are derived. */
import type { Endpoint } from "../endpoint.js";
import { robots, sitemap } from "./crawlers.js";
import { current } from "./current.js";
import { embedData } from "./embed-data.js";
import { atomFeed, jsonFeed } from "./feeds.js";
import { frame } from "./frame.js";
import { alive, ready } from "./health.js";
import { history } from "./history.js";
import { historyCsv } from "./history-csv.js";
import { install } from "./install.js";
import { llms } from "./llms.js";
import { meta } from "./meta.js";
import { openapi } from "./openapi.js";
import { pages } from "./pages.js";
import { badgePng, badgeSvg, chartPng, chartSvg, cyclePng, cycleSvg } from "./pictures.js";
import { proHistory, proHistoryCsv } from "./pro-history.js";
import { keys, leaves, proof } from "./proof.js";
import { record } from "./record.js";
import { revisions } from "./revisions.js";
import { sandbox, sandboxScenes } from "./sandbox.js";
import { scoreText } from "./score-text.js";
import { badgeScript, chartScript, pageScripts } from "./scripts.js";
import { securityTxt } from "./well-known.js";

/** openapi.json and `/docs` keep this order within a section. */
export const ENDPOINTS: readonly Endpoint[] = [
  current,
  history,
  meta,
  proof,
  leaves,
  keys,
  revisions,
  record,
  historyCsv,
  scoreText,
  atomFeed,
  jsonFeed,
  openapi,
  llms,
  securityTxt,
  alive,
  ready,
  sandboxScenes,
  sandbox,
  chartScript,
  badgeScript,
  embedData,
  frame,
  badgeSvg,
  badgePng,
  chartSvg,
  chartPng,
  cycleSvg,
  cyclePng,
  robots,
  sitemap,
  pageScripts,
  ...install,
  ...pages,
];

/** What is there besides where API Pro is on. */
export const PRO_ENDPOINTS: readonly Endpoint[] = [proHistory, proHistoryCsv];
