/** Whole first fetches of the past by the built commands: each takes some ten seconds of a core. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addDays, dayOf, FIRST_DAY, formatDay, type Instant } from "peak-cycle-model";
import { closeOf, mvrvOf } from "peak-cycle-simulator";
import { describe, expect, onTestFinished, test } from "vitest";
import { ask, freshClient } from "../../support/ask.js";
import { eventually, startPeak } from "../../support/service-process.js";
import { tempFolder } from "../../support/temp-sqlite.js";
import { readState } from "./database-state.js";
import { liveService } from "./live-service.js";

const LONG = { timeout: 120_000 };

describe("peak import", () => {
  test("of a whole past lets the service start without Coin Metrics and BRK", LONG, async () => {
    const folder = mkdtempSync(join(tmpdir(), "peak-import-"));
    const settings = { DATA_DIR: folder, UPSTREAMS_DISABLED: "coin-metrics,brk" };
    const btc = join(tempFolder(), "btc.csv");
    const yesterday = addDays(dayOf(Date.now() as Instant), -1);
    const rows = Array.from({ length: yesterday - FIRST_DAY + 1 }, (_, row) => {
      const day = addDays(FIRST_DAY, row);
      return `${formatDay(day)},${closeOf("btc", day)},${mvrvOf(day)}`;
    });
    writeFileSync(btc, `date,price_usd,mvrv\n${rows.join("\n")}\n`);
    expect(await startPeak(["import", "--btc", btc], settings).ended).toEqual({ code: 0, signal: null });
    const { origin, end } = await liveService({ empty: true, settings });
    onTestFinished(async () => {
      await end();
      rmSync(folder, { recursive: true });
    });
    const isReady = async () => (await ask(`${origin}/readyz`)).status === 200 || undefined;
    await eventually("a score", isReady, LONG.timeout);
    expect((await ask(`${origin}/api/public/nhci/history`, { from: freshClient() })).status).toBe(200);
    const { closedDays } = readState(folder);
    expect(JSON.parse(String(closedDays[0]?.["sources"]))).toMatchObject({ "btc-close": "import", mvrv: "import" });
  });
});
