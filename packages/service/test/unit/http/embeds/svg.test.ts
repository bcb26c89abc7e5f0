import { LANGUAGES, sizesOf, THEMES } from "peak-cycle-drawing";
import { describe, expect, test } from "vitest";
import { publishSampleExtras } from "../sample-extras.js";
import { type SampleSite, sampleSite } from "../sample-site.js";
import { publishSample } from "../samples.js";

const BADGE = "/embed/nhci-badge.svg";
const CHART = "/embed/nhci-chart.svg";
const CYCLE = "/embed/nhci-cycle.svg";

const TWO_HOURS_MS = 2 * 3_600_000;
/** The clock of `run` stands this long after the sample score. */
const AGE_MS = 59_750;

const QUERIES = sizesOf("badge").flatMap((size) =>
  THEMES.flatMap((theme) => LANGUAGES.map((lang) => `?size=${size}&theme=${theme}&lang=${lang}`)),
);

async function textOf(running: SampleSite, path: string): Promise<string> {
  const answer = await running.ask(path);
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.text();
}

const widthIn = (svg: string) => Number(/<svg [^>]*?width="(\d+)"/.exec(svg)?.[1]);

describe("SVG pictures", () => {
  test("come with the headers of pictures on other people's pages", async () => {
    const { get } = sampleSite();
    for (const path of [BADGE, CHART]) {
      const { status, headers, bytes } = await get(path);
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        "content-type": "image/svg+xml; charset=utf-8",
        "cache-control": "public, max-age=300",
        "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
        "cross-origin-resource-policy": "cross-origin",
        "access-control-allow-origin": "*",
        "x-content-type-options": "nosniff",
      });
      expect(headers["ratelimit-policy"]).toBeUndefined();
      expect(bytes.toString()).toMatch(/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg".*<\/svg>$/s);
    }
  });

  test("show the score, say it in words, and name the publisher behind a link, in every variant", async () => {
    const running = sampleSite();
    for (const path of [BADGE, CHART]) {
      for (const query of QUERIES) {
        const svg = await textOf(running, `${path}${query}`);
        expect(svg).toMatch(/aria-label="[^"]*47[.,]3/);
        expect(svg).toMatch(
          /<a href="http:\/\/127\.0\.0\.1:8080\/" target="_blank"><tspan[^>]*>127\.0\.0\.1:8080<\/tspan><\/a>/,
        );
        expect(svg).toContain("Peak Cycle Index");
        expect(svg).not.toMatch(/<script|<image|url\(|href="(?!http:\/\/127\.0\.0\.1:8080\/(attribution)?")/);
      }
    }
  });

  test("follow size, theme and language, and stay at the usual ones whatever else is asked", async () => {
    const running = sampleSite();
    expect(widthIn(await textOf(running, BADGE))).toBe(320);
    expect(widthIn(await textOf(running, `${BADGE}?size=sm`))).toBe(220);
    expect(widthIn(await textOf(running, `${BADGE}?size=lg`))).toBe(400);
    expect(widthIn(await textOf(running, CHART))).toBe(480);
    expect(widthIn(await textOf(running, `${CHART}?size=sm`))).toBe(320);
    expect(widthIn(await textOf(running, `${CHART}?size=lg`))).toBe(640);
    expect(widthIn(await textOf(running, `${CHART}?size=xl`))).toBe(1200);
    const usual = await textOf(running, BADGE);
    for (const query of [
      "?size=huge&theme=neon&lang=xx",
      "?size=xl&style=pill",
      "?theme=light&size=md&lang=en-US",
      "?theme=light&theme=dark&theme=auto",
      "?size[]=lg&theme.x=dark&__proto__=x&constructor=y",
      "?%zz&size=%zz&theme=%00&lang=%ff",
      "?1761300000",
      `?lang=${"x".repeat(1900)}`,
    ]) {
      expect(await textOf(running, `${BADGE}${query}`)).toBe(usual);
    }
    const dark = await textOf(running, `${BADGE}?theme=dark`);
    expect(dark).not.toBe(usual);
    expect(dark).not.toContain("<style>");
    expect(await textOf(running, `${BADGE}?theme=auto`)).toContain("@media screen and (prefers-color-scheme:dark)");
    const german = await textOf(running, `${BADGE}?lang=de-AT`);
    expect(german).toBe(await textOf(running, `${BADGE}?lang=de`));
    expect(german).not.toBe(usual);
  });

  test("turn stale at exactly two hours, and no cache is allowed to keep them longer", async () => {
    const running = sampleSite();
    const fresh = await textOf(running, BADGE);
    await running.clock.advance(TWO_HOURS_MS - AGE_MS - 100_500);
    expect((await running.get(BADGE)).headers["cache-control"]).toBe("public, max-age=100");
    await running.clock.advance(100_500);
    const last = await running.get(BADGE);
    expect([last.bytes.toString(), last.headers["cache-control"]]).toEqual([fresh, "public, max-age=0"]);
    await running.clock.advance(1);
    const stale = await running.get(BADGE);
    expect(stale.bytes.toString()).toContain("▲ 2 h old");
    expect(stale.headers["etag"]).not.toBe(last.headers["etag"]);
    expect(stale.headers["cache-control"]).toBe("public, max-age=300");
    expect(await textOf(running, CHART)).toContain("▲ 2 h old");
  });

  test("of the whole cycle may not be kept before the record is there, nor the front page for longer than it waits", async () => {
    const running = sampleSite({ isEmpty: true });
    publishSample(running.published);
    const cacheOf = async (path: string) => (await running.get(path)).headers["cache-control"];
    expect(await cacheOf(CYCLE)).toBe("no-store");
    expect(await cacheOf(BADGE)).toBe("public, max-age=300");
    expect(await cacheOf("/")).toBe("public, max-age=5");
    publishSampleExtras(running.published);
    expect(await cacheOf(CYCLE)).toBe("public, max-age=300");
    expect(await cacheOf("/")).toMatch(/^public, max-age=60,/);
  });
});
