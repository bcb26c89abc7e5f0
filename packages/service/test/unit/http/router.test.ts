import type { IncomingMessage } from "node:http";
import { describe, expect, test } from "vitest";
import { ENDPOINTS } from "../../../src/http/endpoints/all.js";
import { notFound } from "../../../src/http/endpoints/pages.js";
import { createRouter, groupOf, isKnownPath, pathOf } from "../../../src/http/router.js";
import { sampleDeps } from "./sample-deps.js";
import { SAMPLE_CONFIG } from "./samples.js";

test.each([
  ["/api/public/nhci?x=/healthz", "current"],
  ["/api/public/nhci/history?", "history"],
  ["/api/public/nhci/meta?x", "extra"],
  ["/", "page"],
  ["/fr/embed", "page"],
  ["/de/attribution?x", "page"],
  ["/embed", "page"],
  ["/openapi.json", "page"],
  ["/feed.atom", "extra"],
  ["/embed/nhci-chart.js", "embed"],
  ["/embed/nhci-cycle.png", "picture"],
  ["/healthz", "health"],
  ["/assets/home.js", "page"],
  ["/embed/nhci-badge.svg?lang=de", "picture"],
  ["/embed/nhci-badge.gif", "other"],
  ["/api/public/nhci/", "other"],
  ["/metrics", "other"],
  ["*", "other"],
  ["", "other"],
])("%s is of the group %s", (target, group) => {
  expect(groupOf(target)).toBe(group);
});

test("every path is in the list once, and known", () => {
  const paths = ENDPOINTS.filter(({ pattern }) => pattern === undefined).map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
  expect(paths.filter((path) => !isKnownPath(path))).toEqual([]);
});

test.each([
  ["/embed/nhci-chart.js", true],
  ["/embed/x/nhci-chart.js", false],
  ["/embed/1/x.css", false],
  ["/assets/copy.js", true],
  ["/assets/", false],
  ["/docs/", false],
  ["/%64ocs", false],
])("%s is known: %s", (path, known) => {
  expect(isKnownPath(path)).toBe(known);
});

describe("a GET", () => {
  const deps = sampleDeps();
  const route = createRouter(ENDPOINTS, ({ responder }) => responder(deps), notFound(SAMPLE_CONFIG));
  const answerTo = async (target: string, headers: IncomingMessage["headers"] = {}) =>
    route({ url: target, headers } as IncomingMessage, pathOf(target));

  test.each([
    ["/record/", "../record"],
    ["/es/", "../es"],
    ["/de/embed/?x=1&y=//evil.example/", "../embed?x=1&y=//evil.example/"],
    ["/%64ocs/", "../docs"],
    ["/embed/nhci/?theme=dark", "../nhci?theme=dark"],
  ])("of %s is led on to %s", async (target, location) => {
    const { status, head } = await answerTo(target);
    expect([status, head[head.indexOf("Location") + 1]]).toEqual([308, location]);
  });

  test.each(["//record/", "/record//", "//evil.example/", "//evil.example/docs/", "/nothing/", "/api/public/nhci/"])(
    "of %s finds nothing",
    async (target) => {
      expect((await answerTo(target)).status).toBe(404);
    },
  );

  test("of what is not there gets the page of its language, which is drawn once", async () => {
    const asked = (path: string) => answerTo(path, { accept: "text/html" });
    const german = await asked("/de/nichts");
    expect(german.status).toBe(404);
    expect(await asked("/de/tief/unten/")).toBe(german);
    expect(await asked("/nothing")).not.toBe(german);
    expect(await asked("/a/b")).toBe(await asked("/nothing"));
  });
});
