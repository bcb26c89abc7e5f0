/**
 * The public answers in a state that the caller chooses, so that alerts and displays can be tested. The code that makes the
 * real ones makes them, of data that depend on the scene and the minute only. Not metered; nothing is stored.
 */
import { type Instant, MINUTE_MS, plus, SECOND_MS } from "peak-cycle-model";
import * as z from "zod";
import { addressOf, PAGES, pagePath } from "../../pages/site.js";
import { SANDBOX_KEY } from "../../platform/api-key.js";
import type { Clock } from "../../platform/clock.js";
import type { Endpoint, EndpointDeps } from "../endpoint.js";
import { meteredByKey } from "../metered.js";
import { NO_SCENE, tooManyRequests } from "../problems.js";
import { okField } from "../reply-fields.js";
import { STATIC_SECONDS, staticResponder } from "../responders.js";
import { JSON_HEADERS, movedTo, type PreparedResponse, type Responder } from "../response-variants.js";
import { SCENES, type Scene } from "../sandbox-scenes.js";
import { scenePublisher } from "../scene-values.js";
import { offered } from "./crypto-asset.js";
import { current } from "./current.js";
import { embedData } from "./embed-data.js";
import { atomFeed, jsonFeed } from "./feeds.js";
import { frame } from "./frame.js";
import { history } from "./history.js";
import { historyCsv } from "./history-csv.js";
import { meta } from "./meta.js";
import { badgeSvg, chartSvg, cycleSvg } from "./pictures.js";
import { proHistory, proHistoryCsv } from "./pro-history.js";
import { record } from "./record.js";
import { revisions } from "./revisions.js";
import { scoreText } from "./score-text.js";

const SANDBOX = "/sandbox";

/** What can be asked for in every scene, at its usual path below the scene's. */
const IN_EACH_SCENE: readonly Endpoint[] = [
  current,
  history,
  meta,
  record,
  revisions,
  historyCsv,
  scoreText,
  atomFeed,
  jsonFeed,
  embedData,
  frame,
  badgeSvg,
  chartSvg,
  cycleSvg,
];

const IN_EACH_SCENE_PRO: readonly Endpoint[] = [proHistory, proHistoryCsv];

const ScenesReply = z.strictObject({
  ok: okField,
  scenes: z
    .array(
      z.strictObject({
        name: z.string().describe("part of the addresses of a scene"),
        summary: z.string().describe("what it shows"),
        url: z.url().describe("what stands before the usual paths; the value of data-api of a widget"),
      }),
    )
    .describe("all scenes"),
  paths: z.array(z.string()).describe("the paths that every scene answers"),
});

export const sandboxScenes: Endpoint = {
  path: SANDBOX,
  group: "extra",
  api: {
    id: "sandboxScenes",
    tag: "service",
    summary: "The scenes of the sandbox",
    maxAgeSeconds: STATIC_SECONDS,
    success: {
      description: "all scenes",
      mediaType: "application/json",
      reply: { name: "SandboxScenesReply", schema: ScenesReply },
    },
  },
  responder: ({ config, pro }) =>
    staticResponder(JSON_HEADERS, () => {
      const scenes = SCENES.map(({ name, summary }) => {
        return { name, summary, url: addressOf(config, `${SANDBOX}/${name}`) };
      });
      return JSON.stringify(ScenesReply.parse({ ok: true, scenes, paths: inEachScene(pro).map(({ path }) => path) }));
    }),
};

/** openapi.json names it as a server with a scene for a variable: each path below it is described where it stands itself. */
export const sandbox: Endpoint = {
  path: `${SANDBOX}/{scene}/{path}`,
  pattern: /^\/sandbox\/[\w./-]+$/,
  group: "extra",
  responder: (deps) => {
    const scenes = new Map(SCENES.map((scene) => [scene.name, sceneResponder(scene, deps)]));
    return (request, path) => {
      const [, , name = "", ...rest] = path.split("/");
      return scenes.get(name)?.(request, `/${rest.join("/")}`) ?? NO_SCENE;
    };
  },
};

/** @returns answers the paths of `IN_EACH_SCENE`; `undefined` for any other */
function sceneResponder(scene: Scene, deps: EndpointDeps) {
  const publisher = scenePublisher(deps.sources.map(({ source }) => source));
  // Ages change with it: as the clock of the machine goes on, an instance would keep those of when it was asked first.
  const clock: Clock = { now: () => minuteOf(deps.clock.now()), sleep: (ms, signal) => deps.clock.sleep(ms, signal) };
  const { baseUrl, indexName } = deps.config;
  const config = {
    ...deps.config,
    indexName: `${indexName} (sandbox: ${scene.name})`,
    baseUrl: new URL(`${baseUrl.href.replace(/\/$/, "")}${SANDBOX}/${scene.name}`),
  };
  const endpoints = offered(inEachScene(deps.pro), config);
  const pro = deps.pro && SCENE_PRO;
  // 15 MB for the 3,240 pictures of all scenes asked once; 142 MB when each of them was kept (2026-11-24).
  const own = { clock, endpoints, config, pro, published: publisher.published, mostDrawings: 1 };
  const sceneDeps = { ...deps, ...own };
  const responders = new Map(
    endpoints.map(({ path, metered = false, needsKey = false, responder }) => {
      const respond = responder(sceneDeps);
      return [path, { metered: metered || needsKey, respond: needsKey ? meteredByKey(respond, SCENE_METER) : respond }];
    }),
  );
  // A scene has no pages: the addresses of pages in its answers lead on to those of the site.
  const pages = new Map(
    PAGES.map((page) => [pagePath(page, "en"), movedTo(addressOf(deps.config, pagePath(page, "en")))]),
  );
  pages.set("/", movedTo(`${addressOf(deps.config, "/docs")}#sandbox`));
  return (...[request, path]: Parameters<Responder>): ReturnType<Responder> | undefined => {
    const found = responders.get(path);
    if (found === undefined) return pages.get(path);
    publisher.publish(scene, clock.now());
    const secondsLeft = Math.ceil((plus(clock.now(), MINUTE_MS) - deps.clock.now()) / SECOND_MS);
    const isRefused = found.metered && scene.answers === "limited";
    const response = isRefused ? tooManyRequests(secondsLeft) : found.respond(request, path);
    if (response instanceof Promise) return response.then((late) => marked(late, scene, secondsLeft));
    return marked(response, scene, secondsLeft);
  };
}

/** With the paths of API Pro where that is on. */
function inEachScene(pro: EndpointDeps["pro"]): readonly Endpoint[] {
  return pro === undefined ? IN_EACH_SCENE : [...IN_EACH_SCENE, ...IN_EACH_SCENE_PRO];
}

/** A scene has daily rows and the score now, and the one key that is good in every scene. */
const SCENE_PRO: NonNullable<EndpointDeps["pro"]> = {
  check: (text) => (text === SANDBOX_KEY ? { hash: "", perMinute: 600 } : "unknown"),
};

const SCENE_METER = { pro: SCENE_PRO, limit: { take: () => 0 }, byAddress: (responder: Responder) => responder };

function minuteOf(now: Instant): Instant {
  return (Math.floor(now / MINUTE_MS) * MINUTE_MS) as Instant;
}

/**
 * An answer of the sandbox says so, is no page for search engines, is kept to the end of the minute, and names no limit,
 * since there is none; a refusal does, as a real one would.
 */
function marked(response: PreparedResponse, { name }: Scene, secondsLeft: number): PreparedResponse {
  const head = ["Sandbox", name, "X-Robots-Tag", "noindex"];
  for (let i = 0; i < response.head.length; i += 2) {
    const [key = "", value = ""] = [response.head[i], response.head[i + 1]];
    if (key === "RateLimit-Policy" && response.status !== 429) continue;
    const isKept = key === "Cache-Control" && value.startsWith("public");
    head.push(key, isKept ? `public, max-age=${secondsLeft}` : value);
  }
  return { ...response, head };
}
