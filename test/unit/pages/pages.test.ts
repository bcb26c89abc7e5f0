import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { presentSnapshot } from "../../../src/http/present/snapshot.js";
import { attributionPage } from "../../../src/pages/attribution.js";
import { homePage } from "../../../src/pages/home.js";
import { CONTENT_SECURITY_POLICY } from "../../../src/pages/layout.js";
import { SAMPLE_CONFIG, sampleSnapshot } from "../http/samples.js";

const SITE = { ...SAMPLE_CONFIG, indexName: "Cycle <One>", baseUrl: new URL("https://peak.example/") };

const KRAKEN = { source: "kraken", name: "Kraken <K>", gives: "prices", link: "https://www.kraken.com", license: "-" };
const NONE = { price: undefined, dominance: undefined, fearGreed: undefined };

const shown = (stale: boolean) => ({ current: presentSnapshot(sampleSnapshot(), stale), credits: NONE });

describe("the front page", () => {
  const page = homePage(SITE, shown(false));

  test("shows score, phase, signal, flags in words, time and the way to the answers", () => {
    for (const text of ["47.3", "Bull Active", "CAUTION", "cycle-top distribution", "2026-11-21 07:05 UTC"]) {
      expect(page).toContain(text);
    }
    for (const link of ["api/public/nhci", "api/public/nhci/history", "attribution"]) {
      expect(page).toContain(`href="${link}"`);
    }
    expect(page).toContain("curl https://peak.example/api/public/nhci");
  });

  test("escapes what is configured", () => {
    expect(page).toContain("Cycle &lt;One&gt; by Peak");
    expect(page).not.toContain("<One>");
  });

  test("credits the source of a live figure beside it, with a link", () => {
    const credited = homePage(SITE, { ...shown(false), credits: { ...NONE, price: KRAKEN } });
    expect(credited).toContain('USD<br><small><a href="https://www.kraken.com">Kraken &lt;K&gt;</a></small>');
  });

  test("marks a stale score, and no other", () => {
    expect(homePage(SITE, shown(true))).toContain("stale: older than 2 hours");
    expect(page).not.toContain("stale:");
  });

  test("says plainly that a market is simulated, and only then", () => {
    expect(homePage({ ...SITE, simulated: true }, undefined)).toContain("Simulated market");
    expect(page).not.toContain("Simulated market");
  });

  test("says that there is no score yet", () => {
    expect(homePage(SITE, undefined)).toContain("There is no score yet");
  });

  test("carries no script, and its one style is the one the policy names", () => {
    expect(page).not.toMatch(/<script|\son\w+=|style=/i);
    const style = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? "";
    const hash = createHash("sha256").update(style).digest("base64");
    expect(CONTENT_SECURITY_POLICY).toContain(`style-src 'sha256-${hash}'`);
    expect(CONTENT_SECURITY_POLICY).toContain("default-src 'none'");
  });
});

describe("the attribution page", () => {
  const rows = [
    { source: "a", name: "Source: <A>", gives: "prices", link: "https://a.example", license: "CC BY 4.0" },
    { source: "b", name: "B", gives: "dominance", link: "javascript:alert(1)", license: "none found" },
  ];
  const page = attributionPage(SITE, rows);

  test("names index, service and site address", () => {
    expect(page).toContain('Cycle &lt;One&gt; by Peak · <a href="https://peak.example/">peak.example</a>');
  });

  test("has a row per source with what it gives, its link and its license", () => {
    expect(page).toContain('<a href="https://a.example">Source: &lt;A&gt;</a></td><td>prices</td><td>CC BY 4.0</td>');
    expect(page).toContain("<td>B</td><td>dominance</td><td>none found</td>");
  });
});
