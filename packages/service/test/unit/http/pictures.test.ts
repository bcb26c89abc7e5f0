import { createHash } from "node:crypto";
import { runInNewContext } from "node:vm";
import { attributionParts, THEMES } from "peak-cycle-drawing";
import { addDays, phaseOf, utcDay } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { embedScripts } from "../../../src/http/routes/scripts.js";
import { publisherOf } from "../../../src/pages/site.js";
import { SAMPLE_CONFIG, SAMPLE_SCRIPTS } from "../../support/sample-published.js";
import { type SampleSite, sampleSite } from "../../support/sample-site.js";
import { showHistory } from "../../support/show-history.js";

const [BADGE, CHART, FRAME] = ["/embed/nhci-badge.svg", "/embed/nhci-chart.svg", "/embed/nhci"] as const;
const PNGS = ["/embed/nhci-badge.png", "/embed/nhci-chart.png", "/embed/nhci-cycle.png", "/embed/nhci-share.png"];

async function textOf({ get }: SampleSite, path: string): Promise<string> {
  const { status, bytes } = await get(path);
  expect([path, status]).toEqual([path, 200]);
  return bytes.toString();
}

const between = (page: string, open: string, close: string) =>
  page.slice(page.indexOf(open) + open.length, page.indexOf(close, page.indexOf(open)));

describe("an SVG picture", () => {
  test("shows the score and its publisher, embeds anywhere, and loads nothing but its own style", async () => {
    const { get } = sampleSite();
    for (const path of [BADGE, CHART, "/embed/nhci-cycle.svg", "/embed/nhci-share.svg"]) {
      const { headers, bytes } = await get(`${path}?theme=auto&lang=de`);
      const svg = bytes.toString();
      expect(svg).toMatch(/aria-label="[^"]*47,3/);
      expect(svg).toContain("Peak Cycle Index");
      expect(svg).toMatch(/<a href="http:\/\/127\.0\.0\.1:8080\/" target="_blank"[^>]*><tspan[^>]*>127\.0\.0\.1:8080</);
      expect(svg).not.toMatch(/<script|<image|url\(|href="(?!http:\/\/127\.0\.0\.1:8080\/(attribution)?")/);
      expect(headers).toMatchObject({
        "content-type": "image/svg+xml; charset=utf-8",
        "cache-control": "public, max-age=300",
        "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
        "cross-origin-resource-policy": "cross-origin",
      });
    }
  });

  test("follows size, theme, language and style, and ignores any other part of a query", async () => {
    const site = sampleSite();
    const widths = [];
    for (const query of ["", "?size=sm", "?size=lg"])
      widths.push(/width="(\d+)"/.exec(await textOf(site, BADGE + query))?.[1]);
    expect(widths).toEqual(["320", "220", "400"]);
    const usual = await textOf(site, BADGE);
    for (const query of ["?theme=light&theme=dark", "?size[]=lg&theme.x=dark", "?size=%zz&theme=%00&lang=%ff"])
      expect(await textOf(site, BADGE + query)).toBe(usual);
    for (const query of ["?theme=dark", "?lang=de", "?style=flat"])
      expect(await textOf(site, BADGE + query)).not.toBe(usual);
    expect(await textOf(site, `${BADGE}?theme=auto`)).toContain("@media screen and (prefers-color-scheme:dark)");
    expect(await textOf(site, `${BADGE}?lang=de-AT`)).toBe(await textOf(site, `${BADGE}?lang=de`));
  });
});

describe("a PNG picture", () => {
  test("that cannot be drawn is a 503 with a retry time, and is drawn again after that", async () => {
    let isBroken = true;
    const drawPng = async () => {
      if (isBroken) throw new Error("no memory");
      return Buffer.from("a picture");
    };
    const site = sampleSite({ drawPng });
    for (const path of PNGS) {
      const { status, headers } = await site.get(path);
      expect([status, headers["cache-control"], headers["retry-after"]]).toEqual([503, "no-store", "1"]);
    }
    isBroken = false;
    expect(await textOf(site, PNGS[0]!)).toBe("a picture");
  });

  test("is drawn once from the SVG of the same query, and sent unchanged", async () => {
    const site = sampleSite();
    for (const [query, same] of [
      ["?size=lg&theme=dark&lang=fr", "?size=lg&theme=dark&lang=fr"],
      ["?size=sm&theme=auto&lang=pt-BR", "?size=sm&lang=pt"],
    ]) {
      const svg = await textOf(site, BADGE + same);
      const all = await Promise.all(Array.from({ length: 5 }, (_, i) => textOf(site, `${PNGS[0]}${query}&from=${i}`)));
      expect(new Set(all)).toEqual(new Set([svg]));
    }
    expect(site.pngsDrawn()).toBe(2);
    const { headers } = await site.get(PNGS[1]!, { "accept-encoding": "gzip, br" });
    expect(headers).toMatchObject({ "content-type": "image/png", "cross-origin-resource-policy": "cross-origin" });
    expect([headers["content-encoding"], headers["vary"]]).toEqual([undefined, undefined]);
  });
});

describe("the page for frames", () => {
  const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

  test("may be framed by anyone, contacts only its own origin, and runs only its own scripts and style", async () => {
    const site = sampleSite();
    for (const query of THEMES.map((theme) => `?theme=${theme}&lang=es`)) {
      const { headers, bytes } = await site.get(FRAME + query);
      const page = bytes.toString();
      const scripts = between(page, "</main>\n<script>", "</script>\n</body>").split("</script>\n<script>").map(hashOf);
      expect(scripts).toHaveLength(2);
      const style = hashOf(between(page, "<style>", "</style>"));
      expect(headers["content-security-policy"]).toBe(
        `default-src 'none'; script-src ${scripts.join(" ")}; style-src ${style}; connect-src 'self'; img-src data:; ` +
          "base-uri 'none'; form-action 'none'",
      );
      expect(headers["cross-origin-embedder-policy"]).toBe("require-corp");
      expect(headers["x-frame-options"]).toBeUndefined();
      expect(page.match(/ (?:src|srcset|data|action|style|on\w+)="/g)).toBeNull();
    }
  });

  test("is complete without its script: charts, days as a table, attribution, refresh, numbers", async () => {
    const page = await textOf(sampleSite(), `${FRAME}?theme=dark&lang=es-MX`);
    expect(page.match(/<svg /g)).toHaveLength(8);
    expect(between(page, "<table", "</table>").match(/<tr/g)!.length).toBeGreaterThanOrEqual(30);
    expect(page).toMatch(/>Peak Cycle Index by Peak · [^<]*2026, 07:05\u00a0UTC</);
    expect(page).toMatch(/<a href="http:\/\/127\.0\.0\.1:8080\/" target="_blank"/);
    expect(page).toContain('<noscript><meta http-equiv="refresh" content="300"></noscript>');
    expect(page).toContain('<html lang="es">');
    const numbers = JSON.parse(between(page, '<script type="application/json" id="peak-days">', "</script>"));
    expect([numbers.now.score, numbers.days.length]).toEqual([47.3, 30]);
  });

  test("keeps hostile names as text, and before the first score says that it is on its way", async () => {
    const config = { indexName: "</script><script>alert(1)</script>", siteName: '"><img src=x>' };
    const page = await textOf(sampleSite({ config }), FRAME);
    expect(page).not.toMatch(/<script>alert\(1\)|<img/);
    expect(await textOf(sampleSite({ isEmpty: true }), FRAME)).toContain("First score on its way");
  });
});

describe("the scripts", () => {
  const PARTS = attributionParts(publisherOf(SAMPLE_CONFIG));
  const publisherIn = (text = "") => [...runInNewContext(text.replace("const p=", "return "))];

  test("contain the publisher instead of the placeholder, and know whether the site offers crypto", () => {
    for (const text of embedScripts(SAMPLE_SCRIPTS, SAMPLE_CONFIG).values()) {
      expect(publisherIn(text)).toEqual(PARTS);
    }
    const texts = embedScripts(SAMPLE_SCRIPTS, { ...SAMPLE_CONFIG, hasCryptoAsset: true });
    expect(publisherIn(texts.get("nhci-badge.js"))).toEqual([...PARTS, 1]);
  });

  test("keep a name with characters that are special in replacements or HTML", () => {
    const indexName = "$& $1 $` </script><!-- \u2028 \\ \" ' Índice 周期 \u{1f680}";
    const text = embedScripts(SAMPLE_SCRIPTS, { ...SAMPLE_CONFIG, indexName }).get("frame.js");
    expect(text).not.toMatch(/<\/script|<!--|[^\n -~]/);
    expect(publisherIn(text)[0]).toBe(`${indexName} by Peak · `);
  });

  test("that other people's pages need must exist at startup", () => {
    const scripts = new Map([...SAMPLE_SCRIPTS].filter(([each]) => each !== "frame.js"));
    expect(() => embedScripts(scripts, SAMPLE_CONFIG)).toThrow("(frame.js): run `npm run build`");
  });

  test("are served only at their own paths", async () => {
    const { get } = sampleSite();
    expect((await get("/embed/nhci-chart.js")).headers["cross-origin-resource-policy"]).toBe("cross-origin");
    for (const path of ["/embed/frame.js", "/embed/..%2fnhci-chart.js", "/assets/nhci-chart.js", "/assets/copy.css"]) {
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    }
  });
});

describe("crypto as an asset", () => {
  /** Crypto scores of 30 days, up to 2026-11-21. */
  const DAYS = Array.from({ length: 30 }, (_, i) => {
    const score = 35 + i;
    return { day: addDays(utcDay("2026-10-23"), i), score, phase: phaseOf(score).key };
  });

  function running(cryptoAsset: boolean, days = DAYS): SampleSite {
    const site = sampleSite({ config: { hasCryptoAsset: cryptoAsset } });
    showHistory(site.published, { crypto: days });
    return site;
  }

  test("has its own score in every picture, on the page for frames and on the embed page", async () => {
    const site = running(true);
    for (const picture of ["-chart.svg?", "-badge.svg?", "-badge.svg?style=flat&", "?"]) {
      const svg = await textOf(site, `/embed/nhci${picture}asset=crypto`);
      for (const part of [/[Cc]rypto/, /61\.0/, /Hot Zone/]) expect(svg).toMatch(part);
      expect(svg.replace(/<script>.*<\/script>/s, "")).not.toMatch(/Bitcoin|BTC|USD|Signal|47\.3|Settled/);
    }
    expect(await textOf(site, "/embed")).toContain("asset=crypto");
  });

  test("is in the widgets' data with all they show, without days unless there are 30 consecutive ones", async () => {
    const cryptoOf = async (site: SampleSite) => JSON.parse(await textOf(site, "/embed/nhci.json")).crypto;
    const { data, ...now } = await cryptoOf(running(true));
    expect(now).toEqual({
      score: 61,
      phase: "Hot Zone",
      phase_key: "HOT",
      signal: "CAUTION",
      updated_at: expect.any(String),
      stale: false,
    });
    expect([data.length, data[0]]).toEqual([30, { date: "2026-10-23", score: 35, phase_key: "ACUM" }]);
    expect((await cryptoOf(running(true, DAYS.slice(1)))).data).toEqual([]);
  });

  test("is in no response of a site that does not offer it", async () => {
    const [site, without] = [running(false), sampleSite()];
    for (const path of site.app.docs.keys()) {
      if (path === "/.well-known/security.txt") continue;
      expect(await textOf(site, `${path}?asset=crypto`), path).toBe(await textOf(without, path));
    }
  });
});
