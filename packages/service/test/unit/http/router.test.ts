import { expect, test } from "vitest";
import { ENDPOINTS } from "../../../src/http/endpoints/all.js";
import { groupOf, isKnownPath } from "../../../src/http/router.js";

test("every public path has its group", () => {
  const groups = ENDPOINTS.filter(({ api, pattern }) => api !== undefined && pattern === undefined).map(({ path }) => [
    path,
    groupOf(path),
  ]);
  expect(Object.fromEntries(groups)).toEqual({
    "/api/public/nhci": "current",
    "/api/public/nhci/history": "history",
    "/api/public/nhci/meta": "extra",
    "/api/public/nhci/proof": "extra",
    "/api/public/nhci/proof/leaves": "extra",
    "/api/public/nhci/revisions": "extra",
    "/api/public/nhci/record": "extra",
    "/api/public/nhci/history.csv": "extra",
    "/api/public/nhci/score.txt": "extra",
    "/.well-known/peak-keys.json": "extra",
    "/feed.atom": "extra",
    "/feed.json": "extra",
    "/openapi.json": "page",
    "/llms.txt": "extra",
    "/embed/nhci-chart.js": "embed",
    "/embed/nhci-badge.js": "embed",
    "/embed/nhci.json": "extra",
    "/embed/nhci": "embed",
    "/embed/nhci-badge.svg": "picture",
    "/embed/nhci-badge.png": "picture",
    "/embed/nhci-chart.svg": "picture",
    "/embed/nhci-chart.png": "picture",
    "/embed/nhci-cycle.svg": "picture",
    "/embed/nhci-cycle.png": "picture",
    "/embed/nhci-card.png": "picture",
    "/oembed": "embed",
    "/sandbox": "extra",
    "/healthz": "health",
    "/readyz": "health",
  });
});

test.each([
  ["/api/public/nhci?x=/healthz", "current"],
  ["/api/public/nhci/history?", "history"],
  ["/api/public/nhci/meta?x", "extra"],
  ["/", "page"],
  ["/fr/status", "page"],
  ["/de/docs?x", "page"],
  ["/embed", "page"],
  ["/assets/home.js", "page"],
  ["/embed/0.1.0-3f9a1c2e/nhci-chart.js", "embed"],
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
  ["/embed/0.1.0-3f9a1c2e/nhci-chart.js", true],
  ["/embed/x/nhci-chart.js", false],
  ["/embed/1/x.css", false],
  ["/assets/try-it.js", true],
  ["/assets/", false],
  ["/docs/", false],
  ["/%64ocs", false],
])("%s is known: %s", (path, known) => {
  expect(isKnownPath(path)).toBe(known);
});
