/**
 * `/sandbox`: the public answers in a state that the caller chooses, so that alerts and displays can be tested. The
 * routes of the site make them, of data that depend on the scene and the minute only.
 */
import type { FastifyInstance } from "fastify";
import { type Instant, MINUTE_MS, plus, SECOND_MS } from "peak-cycle-model";
import * as z from "zod";
import { addressOf, PAGES, pagePath } from "../../pages/site.js";
import { SANDBOX_KEY } from "../../platform/api-key.js";
import type { Clock } from "../../platform/clock.js";
import { JSON_TYPE, type MadeOnce } from "../answers.js";
import { STATIC_CACHE, STATIC_SECONDS } from "../cache-control.js";
import type { Edge } from "../edge.js";
import { limiter } from "../limit/limiter.js";
import { okField } from "../reply-fields.js";
import { scenePublisher } from "../sandbox/scene-values.js";
import { SCENES, type Scene } from "../sandbox/scenes.js";
import { dataRoutes } from "./data-routes.js";

const SANDBOX = "/sandbox";

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

/** @param made keeps what the scenes have made, and limits how much one client may have drawn */
export function sandbox(app: FastifyInstance, edge: Edge, made: MadeOnce): void {
  const paths = new Set<string>();
  for (const scene of SCENES) {
    const prefix = `${SANDBOX}/${scene.name}`;
    app.register(
      async (scoped) => {
        scoped.addHook("onRoute", ({ url }) => void paths.add(url.slice(prefix.length)));
        sceneRoutes(scoped, { ...edge, made }, scene);
      },
      { prefix },
    );
  }
  app.get(SANDBOX, { config: { group: "extra", doc: DOC } }, (request, reply) =>
    edge.made.respond(request, reply, STATIC_CACHE, {
      shows: [],
      make: () => {
        const url = (name: string) => addressOf(edge.site, `${SANDBOX}/${name}`);
        const scenes = SCENES.map(({ name, summary }) => ({ name, summary, url: url(name) }));
        return { type: JSON_TYPE, body: JSON.stringify(ScenesReply.parse({ ok: true, scenes, paths: [...paths] })) };
      },
    }),
  );
}

const DOC = {
  id: "sandboxScenes",
  tag: "service",
  summary: "The scenes of the sandbox",
  maxAge: STATIC_SECONDS,
  reply: ScenesReply,
} as const;

function sceneRoutes(app: FastifyInstance, edge: Edge, scene: Scene): void {
  const { site, clock } = edge;
  const publisher = scenePublisher(edge.sources.map(({ source }) => source));
  // Ages change with the minute: with the clock of the machine, an instance would keep those of when it was asked
  // first.
  const minutes: Clock = { ...clock, now: () => minuteOf(clock.now()) };
  const secondsLeft = () => Math.ceil((plus(minutes.now(), MINUTE_MS) - clock.now()) / SECOND_MS);
  app.addHook("onRequest", (_request, _reply, done) => {
    publisher.publish(scene, minutes.now());
    done();
  });
  // An answer of the sandbox says so, is no page for search engines, is kept to the end of the minute, and names no
  // limit.
  app.addHook("onSend", (_request, reply, payload, done) => {
    reply.headers({ sandbox: scene.name, "x-robots-tag": "noindex" });
    if (reply.statusCode !== 429) reply.removeHeader("ratelimit-policy");
    const isKept = String(reply.getHeader("cache-control")).startsWith("public");
    if (isKept) reply.header("cache-control", `public, max-age=${secondsLeft()}`);
    done(null, payload);
  });
  const limit = { take: () => (scene.answers === "limited" ? secondsLeft() : 0) };
  const name = `${site.indexName} (sandbox: ${scene.name})`;
  const baseUrl = new URL(addressOf(site, `${SANDBOX}/${scene.name}`));
  dataRoutes(app, {
    ...edge,
    site: { ...site, indexName: name, baseUrl },
    published: publisher.published,
    clock: minutes,
    limiter: limiter(limit, site.apiPro ? SCENE_KEYS : undefined),
  });
  // A scene has no pages: the addresses of pages in its answers lead on to those of the site.
  app.get("/", (_request, reply) => reply.redirect(`${addressOf(site, "/docs")}#sandbox`, 308));
  for (const page of PAGES.filter((each) => each !== "home")) {
    app.get(pagePath(page, "en"), (_request, reply) => reply.redirect(addressOf(site, pagePath(page, "en")), 308));
  }
}

/** The one key that is good in every scene. */
const SCENE_KEYS = {
  check: (text: string) => (text === SANDBOX_KEY ? { hash: "", perMinute: 600 } : ("unknown" as const)),
};

function minuteOf(now: Instant): Instant {
  return (Math.floor(now / MINUTE_MS) * MINUTE_MS) as Instant;
}
