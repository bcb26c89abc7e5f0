import { existsSync } from "node:fs";
import { join } from "node:path";
import { formatDay } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { openSigner } from "../../../src/platform/signing-key.js";
import { openSqlite } from "../../../src/storage/open-sqlite.js";
import { openStores } from "../../../src/storage/stores.js";
import { NEWEST_REVISABLE, storeRevisable } from "../../support/revisable.js";
import { tempFolder } from "../../support/temp-sqlite.js";
import { runPeak } from "./run-peak.js";

const REASON = ["--reason", "The close was misread."];
const GOOD = ["revise", "--day", "2026-11-20", "--price", "66900.5", ...REASON];

describe("peak revise", () => {
  test("prints the published and the corrected numbers; the history is sound afterwards", async () => {
    const folder = tempFolder();
    const stores = openStores(await openSqlite(folder));
    await storeRevisable(stores, await openSigner({ signingKeyFile: join(folder, "signing-key.pem") }));
    await stores.close();
    const day = formatDay(NEWEST_REVISABLE);
    const { code, out, err } = await runPeak(["revise", "--day", day, "--price", "200", ...REASON], {
      DATA_DIR: folder,
    });
    expect([code, err]).toEqual([0, ""]);
    const numbers = "score [\\d.]+, smoothed [\\d.]+, [A-Z]+,";
    expect(out).toMatch(
      new RegExp(`^before {5}${numbers} 90.29 USD\ncorrected {2}${numbers} 200 USD\nrevision 1 is stored and signed; `),
    );
    const verified = await runPeak(["verify", `sqlite:${folder}`]);
    expect([verified.code, verified.out]).toEqual([0, expect.stringContaining("3 rows, 1 revisions")]);
  });

  test.each([
    [
      "a day that is none",
      ["revise", "--day", "2026-02-30", "--price", "1", ...REASON],
      "--day must be a UTC day such as 2026-11-21",
    ],
    [
      "a price that is none",
      ["revise", "--day", "2026-11-20", "--price", "1e3", ...REASON],
      "--price must be a number such as 67000.12",
    ],
  ])("%s is a wrong call: 2 and one line", async (_what, args, sentence) => {
    expect(await runPeak(args)).toEqual({ code: 2, out: "", err: `peak: ${sentence}\n` });
  });

  test("where nothing is stored it exits 2 and makes nothing", async () => {
    const folder = join(tempFolder(), "none");
    const { code, err } = await runPeak(GOOD, { DATA_DIR: folder });
    expect([code, err]).toEqual([2, "peak: nothing is stored there yet: there is no row to correct\n"]);
    expect(existsSync(folder)).toBe(false);
  });
});
