import { expect, onTestFinished, test } from "vitest";
import { startService } from "../../src/app.js";
import { silentLog } from "../../src/platform/log.js";
import { systemClock } from "../../src/platform/system.js";
import { parseConfig } from "../../src/settings.js";
import { openStoresForWriting } from "../../src/storage/stores.js";
import { living } from "../property/chain/histories.js";
import { standalone } from "../property/chain/verifiers.js";
import { makeSampleRecord } from "../support/sample-record.js";
import { tempFolder } from "../support/temp-sqlite.js";
import { runPeak } from "../unit/commands/run-peak.js";

/** The built scripts. */
const WIDGETS = new URL("../../dist/widgets/", import.meta.url);

test("a whole service answers what both verifiers find sound", { timeout: 60_000 }, async () => {
  const folder = tempFolder();
  const config = parseConfig({ DATA_DIR: folder, PORT: "0", BASE_URL: "https://peak.example" });
  const stores = await openStoresForWriting(config);
  const { take } = living(stores);
  await take({ what: "close", days: 45, isSigned: true });
  for (const what of ["rotate", "lose"] as const) await take({ what });
  await take({ what: "revise", back: 4 });
  await take({ what: "close", days: 2, isSigned: true });
  await stores.close();
  const service = await startService(config, {
    clock: systemClock,
    log: silentLog,
    random: () => 0.5,
    widgets: WIDGETS,
    draw: async () => {},
    makeRecord: makeSampleRecord,
  });
  onTestFinished(() => service.run(AbortSignal.abort(new Error("the test is over"))));
  const address = `http://127.0.0.1:${service.address.port}`;
  const { out, err, code } = await runPeak(["verify", address]);
  expect({ code, err, faults: out.match(/^fault.*$/gm) }).toEqual({ code: 0, err: "", faults: null });
  expect(out).toContain("ok     47 links, the last closed 2010-09-02\n");
  expect(out).toContain("ok     1 revision\n");
  expect(out).toContain("ok     3 signing keys\n");
  expect(out).toContain("ok     30 rows of the history up to 2010-09-03\n");
  expect(await standalone([{ args: [address] }])).toMatchObject([{ code: 0 }]);
});
