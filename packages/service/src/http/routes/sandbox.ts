/**
 * `/sandbox`: all public responses in a state that the caller chooses, for testing alerts and displays. The site's own
 * routes make them from data that depend only on the scene and the minute.
 */
import type { FastifyInstance } from "fastify";
import { hourOf, type Instant, MINUTE_MS, plus, SECOND_MS } from "peak-cycle-model";
import * as z from "zod";
import { SANDBOX_KEY } from "../../domain/api-key.js";
import { addressOf, PAGES, pagePath } from "../../pages/site.js";
import * as fields from "../../published/public-fields.js";
import { Published } from "../../published/published.js";
import { clientKey } from "../client-address.js";
import { constantRoute, type Doc, type Edge } from "../edge.js";
import { createLimiter } from "../limit/limiter.js";
import { MemoryLimit } from "../limit/memory-limit.js";
import { sendProblem, tooManyRequests } from "../problems.js";
import { publishScene } from "../publish-scene.js";
import { json, ResponseCache } from "../responses.js";
import { SCENES, type Scene } from "../scenes.js";
import { dataRoutes } from "./data-routes.js";

const SANDBOX = "/sandbox";

const ScenesReply = z.strictObject({
  ok: fields.ok,
  scenes: fields.list("all scenes", {
    name: z.string().describe("name of the scene, as in its addresses"),
    summary: z.string().describe("what it shows"),
    url: z.url().describe("prefix of the usual paths, and the value of data-api in a widget"),
  }),
  paths: z.array(z.string()).describe("the paths available in every scene"),
  test_key: z.string().optional().describe("an API Pro key for all scenes; only where API Pro is enabled"),
});

/**
 * All pictures of all scenes would take 200 MB and minutes to draw. So only the newest responses are cached, and
 * pictures and frames are limited per address and minute, which is enough for the common ones of every scene. PNG
 * pictures also have a quota of drawing time, in `drawing-queue.ts`.
 */
const MOST_RESPONSES = 600;
const PICTURES_A_MINUTE = 120;

/** Addresses counted per generation: at 1 kB each, two generations take at most 8 MB. */
const PICTURE_CLIENTS = 4000;

const DOC: Doc = {
  id: "sandboxScenes",
  tag: "service",
  summary: "The scenes of the sandbox",
  description:
    "Every state that a client should handle, with its address, and the paths below each. All data are made up.",
  reply: ScenesReply,
};

export function sandboxRoutes(app: FastifyInstance, edge: Edge): void {
  const paths = new Set<string>();
  const responses = new ResponseCache(MOST_RESPONSES);
  const pictures = new MemoryLimit(PICTURE_CLIENTS);
  for (const scene of SCENES) {
    const prefix = `${SANDBOX}/${scene.name}`;
    app.register(
      async (scoped) => {
        scoped.addHook("onRoute", ({ url, config }) => {
          if (!config?.doc?.isOurs) paths.add(url.slice(prefix.length));
        });
        scoped.addHook("onRequest", (request, reply, done) => {
          const isPicture = /^(image\/|text\/html$)/.test(request.routeOptions.config.doc?.type ?? "");
          const seconds = isPicture ? pictures.take(clientKey(request), PICTURES_A_MINUTE) : 0;
          if (seconds === 0) done();
          else sendProblem(reply, tooManyRequests(seconds, "sandbox", PICTURES_A_MINUTE));
        });
        sceneRoutes(scoped, { ...edge, responses, gallery: "sandbox" }, scene);
      },
      { prefix },
    );
  }
  constantRoute(app, edge, SANDBOX, DOC, () => {
    const url = (name: string) => addressOf(edge.site, `${SANDBOX}/${name}`);
    const scenes = SCENES.map(({ name, summary }) => ({ name, summary, url: url(name) }));
    const key = edge.site.apiPro ? { test_key: SANDBOX_KEY } : {};
    return json(ScenesReply, { ok: true, scenes, paths: [...paths], ...key });
  });
}

function sceneRoutes(app: FastifyInstance, edge: Edge, scene: Scene): void {
  const { site, clock } = edge;
  const published = new Published();
  // Ages change every minute; with the machine's clock, an instance would cache the ages of the first request.
  const minute = () => plus(clock.now(), -(clock.now() % MINUTE_MS));
  const secondsLeft = () => Math.ceil((MINUTE_MS - (clock.now() % MINUTE_MS)) / SECOND_MS);
  const names = edge.sources.map(({ name }) => name);
  let shownAt: Instant | undefined;
  app.addHook("onRequest", (_request, _reply, done) => {
    const now = scene.steps === undefined ? hourOf(clock.now()) : minute();
    if (now !== shownAt && scene.answers !== "waiting") {
      publishScene(published, scene, now, names);
      shownAt = now;
    }
    done();
  });
  // A sandbox response is marked as one, is not indexed, and is cached to the end of the minute.
  app.addHook("onSend", (_request, reply, payload, done) => {
    reply.headers({ sandbox: scene.name, "x-robots-tag": "noindex" });
    const isKept = String(reply.getHeader("cache-control")).startsWith("public");
    if (isKept) reply.header("cache-control", `public, max-age=${secondsLeft()}`);
    done(null, payload);
  });
  const limit = { take: () => (scene.answers === "limited" ? secondsLeft() : 0) };
  dataRoutes(app, {
    ...edge,
    site: {
      ...site,
      indexName: `${site.indexName} (sandbox: ${scene.name})`,
      isSimulated: true,
      baseUrl: new URL(addressOf(site, `${SANDBOX}/${scene.name}`)),
    },
    published,
    clock: { ...clock, now: minute },
    limiter: createLimiter(limit, site.apiPro ? SCENE_KEYS : undefined),
  });
  // A scene has no pages; page links in its responses lead to the site.
  for (const page of PAGES) {
    const address = addressOf(site, page === "home" ? "/docs#sandbox" : pagePath(page, "en"));
    app.get(pagePath(page, "en"), (_request, reply) => reply.redirect(address, 308));
  }
}

/** The one key that is valid in every scene. */
const SCENE_KEYS = {
  check: (text: string) => (text === SANDBOX_KEY ? { hash: "", perMinute: 600 } : ("unknown" as const)),
};
