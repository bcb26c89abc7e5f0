import { createHash } from "node:crypto";
import { LANGUAGES, THEMES } from "peak-cycle-drawing";
import { describe, expect, test } from "vitest";
import { sampleSite } from "../sample-site.js";

const FRAME = "/embed/nhci";
const QUERIES = THEMES.flatMap((theme) => LANGUAGES.map((lang) => `?theme=${theme}&lang=${lang}`));

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const between = (page: string, open: string, close: string) =>
  page.slice(page.indexOf(open) + open.length, page.indexOf(close, page.indexOf(open)));

describe("the page for frames", () => {
  test("may be framed by anyone, also by local files, asks nobody but its own origin, and runs nothing but its own script and style", async () => {
    const { get } = sampleSite();
    for (const query of QUERIES) {
      const { status, headers, bytes } = await get(`${FRAME}${query}`);
      const page = bytes.toString();
      expect(status).toBe(200);
      const script = between(page, "</main>\n<script>", "</script>\n</body>");
      const style = between(page, "<style>", "</style>");
      expect(headers["content-security-policy"]).toBe(
        `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(style)}; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'`,
      );
      expect(headers).toMatchObject({
        "content-type": "text/html; charset=utf-8",
        "cache-control": "public, max-age=60, stale-while-revalidate=30, stale-if-error=300",
        "cross-origin-resource-policy": "cross-origin",
        "cross-origin-embedder-policy": "require-corp",
        "referrer-policy": "no-referrer",
        "access-control-allow-origin": "*",
      });
      expect(headers["x-frame-options"]).toBeUndefined();
      expect(headers["ratelimit-policy"]).toBeUndefined();
      expect(page.match(/ (?:src|srcset|data|action|style|on\w+)="/g)).toBeNull();
      expect(page.match(/<link [^>]*>/g)).toEqual(['<link rel="icon" href="data:,">']);
    }
  });

  test("is complete: charts for frames of several sizes, 30 days as a table, the attribution, and the numbers for the script", async () => {
    const { ask } = sampleSite();
    for (const query of QUERIES) {
      const page = await (await ask(`${FRAME}${query}`)).text();
      expect(page.match(/<svg /g)).toHaveLength(8);
      expect(between(page, "<table", "</table>").match(/<tr/g)!.length).toBeGreaterThanOrEqual(30);
      expect(page).toMatch(
        /Peak Cycle Index by Peak · <a href="http:\/\/127\.0\.0\.1:8080\/" target="_blank"><tspan[^>]*>127\.0\.0\.1:8080</,
      );
      expect(page).toContain('<noscript><meta http-equiv="refresh" content="300"></noscript>');
      const numbers = JSON.parse(between(page, '<script type="application/json" id="peak-days">', "</script>"));
      expect(numbers).toMatchObject({ now: { score: 47.3, phase: "BULL", isStale: false } });
      expect(numbers.days).toHaveLength(30);
    }
  });

  test("follows theme and language, and whatever else is asked is the usual page", async () => {
    const { ask } = sampleSite();
    const page = async (query: string) => (await ask(`${FRAME}${query}`)).text();
    const usual = await page("");
    for (const query of ["?theme=auto", "?theme=neon&lang=xx", "?size=lg&x=1", "?theme=auto&theme=dark", "?%zz"]) {
      expect(await page(query)).toBe(usual);
    }
    expect(usual).toContain('<html lang="en">');
    expect(usual).toContain("prefers-color-scheme");
    const dark = await page("?theme=dark&lang=es-MX");
    expect(dark).toContain('<html lang="es">');
    expect(dark).toContain("@media screen{:root{color-scheme:dark;");
    expect(dark).not.toContain("prefers-color-scheme");
  });

  test("is there before the first score, and says so", async () => {
    const { ask } = sampleSite({ isEmpty: true });
    const answer = await ask(FRAME);
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "public, max-age=5"]);
    const page = await answer.text();
    expect(page).toContain("Waiting");
    expect(page).toContain('{"now":null,"days":[]}');
    expect(page).toContain("Peak Cycle Index by Peak");
  });

  test("keeps hostile names as text", async () => {
    const { ask } = sampleSite({
      config: { indexName: "</script><script>alert(1)</script>", siteName: '"><img src=x>' },
    });
    const page = await (await ask(FRAME)).text();
    expect(page).not.toContain("<script>alert(1)");
    expect(page).not.toContain("<img");
  });
});
