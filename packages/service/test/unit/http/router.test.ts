import { expect, test } from "vitest";
import { ENDPOINTS } from "../../../src/http/endpoints/all.js";
import { groupOf, isKnownPath } from "../../../src/http/router.js";

test.each([
  ["/api/public/nhci?x=/healthz", "current"],
  ["/api/public/nhci/history?", "history"],
  ["/api/public/nhci/meta?x", "extra"],
  ["/", "page"],
  ["/fr/status", "page"],
  ["/de/docs?x", "page"],
  ["/embed", "page"],
  ["/openapi.json", "page"],
  ["/feed.atom", "extra"],
  ["/embed/nhci-chart.js", "embed"],
  ["/oembed", "embed"],
  ["/embed/nhci-card.png", "picture"],
  ["/healthz", "health"],
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
