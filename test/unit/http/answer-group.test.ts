import { expect, test } from "vitest";
import { groupOf } from "../../../src/http/answer-group.js";
import { PATHS } from "../../../src/http/paths.js";

test("every public path has its group", () => {
  const groups = Object.values(PATHS).map((path) => [path, groupOf(path)]);
  expect(Object.fromEntries(groups)).toEqual({
    "/api/public/nhci": "current",
    "/api/public/nhci/history": "history",
    "/api/public/nhci/meta": "extra",
    "/api/public/nhci/proof": "extra",
    "/api/public/nhci/proof/leaves": "extra",
    "/api/public/nhci/revisions": "extra",
    "/api/public/nhci/history.csv": "extra",
    "/api/public/nhci/score.txt": "extra",
    "/.well-known/peak-keys.json": "extra",
    "/feed.atom": "extra",
    "/feed.json": "extra",
    "/openapi.json": "page",
    "/embed/nhci-chart.js": "embed",
    "/embed/nhci-badge.js": "embed",
    "/embed/nhci": "embed",
    "/embed/nhci-badge.svg": "picture",
    "/embed/nhci-badge.png": "picture",
    "/embed/nhci-chart.svg": "picture",
    "/embed/nhci-chart.png": "picture",
    "/embed/nhci-card.png": "picture",
    "/oembed": "embed",
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
