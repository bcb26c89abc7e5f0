import { addDays, phaseOf, utcDay } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { showHistory } from "../../../support/show-history.js";
import { type SampleSite, sampleSite } from "../sample-site.js";

const ON = { config: { cryptoAsset: true } };
const TWO_HOURS_MS = 2 * 3_600_000;

/** Of 30 days, up to 2026-11-21. */
const DAYS = Array.from({ length: 30 }, (_, i) => {
  const score = 35 + i;
  return { day: addDays(utcDay("2026-10-23"), i), score, phase: phaseOf(score).key };
});

function running(options = {}, days = DAYS): SampleSite {
  const site = sampleSite(options);
  showHistory(site.published, { crypto: days });
  return site;
}

const textOf = async ({ get }: SampleSite, path: string) => (await get(path)).bytes.toString();
const jsonOf = async (site: SampleSite, path: string) => JSON.parse(await textOf(site, path));

describe("crypto as an asset, where the site offers it,", () => {
  test("is the second score in every picture, with its phase and nothing that only Bitcoin has", async () => {
    const site = running(ON);
    for (const picture of ["chart.svg?", "badge.svg?", "badge.svg?style=flat&"]) {
      const svg = await textOf(site, `/embed/nhci-${picture}asset=crypto`);
      expect(svg).toContain("Crypto");
      expect(svg).toContain("61.0");
      expect(svg).toContain("Hot Zone");
      expect(svg).toContain("Peak Cycle Index by Peak · 127.0.0.1:8080");
      expect(svg).not.toMatch(/Bitcoin|BTC|USD|Signal|47\.3|Settled/);
    }
    expect(await textOf(site, "/embed/nhci-chart.svg?asset=crypto")).toContain("score +26.0");
    await site.clock.advance(TWO_HOURS_MS);
    expect(await textOf(site, "/embed/nhci-badge.svg?asset=crypto")).toContain("▲ 2 h old");
  });

  test("is in the page for frames, as numbers and as a table", async () => {
    const site = running(ON);
    const page = await textOf(site, "/embed/nhci?asset=crypto&lang=de");
    expect(page).toContain("<title>Peak Cycle Index · Krypto</title>");
    expect(page).toContain("<caption>Krypto · UTC</caption>");
    const numbers = JSON.parse(/id="peak-days">(.*)<\/script>/.exec(page)?.[1] ?? "");
    expect(numbers).toMatchObject({ asset: "crypto", now: { score: 61, phase: "HOT" } });
    expect(numbers.days.at(-1)).toEqual({ date: "2026-11-21", score: 64, phase: "HOT" });
  });

  test("is in the widgets' data with what they show; days that are not 30 consecutive ones are left out", async () => {
    const { crypto, ...others } = await jsonOf(running(ON), "/embed/nhci.json");
    const { crypto: plain, ...asBefore } = await jsonOf(running(), "/embed/nhci.json");
    expect(others).toEqual(asBefore);
    const { data, ...now } = crypto;
    expect(now).toEqual({ ...plain, phase_key: "HOT", updated_at: others.btc.updated_at, stale: false });
    expect(data).toHaveLength(30);
    expect(data[0]).toEqual({ date: "2026-10-23", score: 35, phase_key: "ACUM" });
    const withGap = [...DAYS.slice(0, 10), { ...DAYS[10]!, day: addDays(DAYS[10]!.day, -5) }, ...DAYS.slice(11)];
    for (const days of [DAYS.slice(1), withGap]) {
      expect((await jsonOf(running(ON, days), "/embed/nhci.json")).crypto.data).toEqual([]);
    }
  });

  test("is in the scenes of the sandbox, with the score of the scene", async () => {
    const site = running(ON);
    const { crypto, data } = await jsonOf(site, "/sandbox/hot/embed/nhci.json");
    expect(crypto).toMatchObject({ score: 70, phase_key: "HOT" });
    expect(crypto.data.map(({ score }: { score: number }) => score)).toEqual(
      data.map(({ score }: { score: number }) => score),
    );
    expect(await textOf(site, "/sandbox/hot/embed/nhci-chart.svg?asset=crypto")).toContain("Crypto");
  });

  test("is offered on the page for embeds, and shown to nobody in the public answers", async () => {
    const [on, off] = [running(ON), running()];
    expect(await textOf(on, "/embed")).toContain("asset=crypto");
    for (const path of ["/api/public/nhci", "/api/public/nhci/history"]) {
      expect(await textOf(on, path)).toBe(await textOf(off, path));
    }
  });
});

test("where the site does not offer crypto, no answer knows of it, whatever is asked for", async () => {
  const [site, without] = [running(), sampleSite()];
  for (const path of site.app.docs.keys()) {
    if (path.startsWith("/sandbox/") || path === "/.well-known/security.txt") continue;
    const usual = await textOf(without, path);
    for (const asset of ["crypto", "doge"]) expect(await textOf(site, `${path}?asset=${asset}`), path).toBe(usual);
  }
});
