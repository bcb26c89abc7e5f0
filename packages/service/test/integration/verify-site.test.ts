import { expect, onTestFinished, test } from "vitest";
import { parseConfig } from "../../src/settings.js";
import { openStoresForWriting } from "../../src/storage/stores.js";
import { living } from "../property/chain/histories.js";
import { standalone } from "../property/chain/verifiers.js";
import { composedService } from "../support/composed-service.js";
import { tempFolder } from "../support/temp-sqlite.js";
import { runPeak } from "../unit/commands/run-peak.js";

test("a whole service answers what both verifiers find sound", { timeout: 60_000 }, async () => {
  const settings = { DATA_DIR: tempFolder(), BASE_URL: "https://peak.example" };
  const stores = await openStoresForWriting(parseConfig(settings));
  const { take } = living(stores);
  await take({ what: "close", days: 45, isSigned: true });
  for (const what of ["rotate", "lose"] as const) await take({ what });
  await take({ what: "revise", back: 4 });
  await take({ what: "close", days: 2, isSigned: true });
  await stores.close();
  const { origin, end } = await composedService(settings);
  onTestFinished(end);
  const { out, err, code } = await runPeak(["verify", origin]);
  expect({ code, err, faults: out.match(/^fault.*$/gm) }).toEqual({ code: 0, err: "", faults: null });
  expect(out).toContain("ok     47 links, the last closed 2010-09-02\n");
  expect(out).toContain("ok     1 revision\n");
  expect(out).toContain("ok     3 signing keys\n");
  expect(out).toContain("ok     30 rows of the history up to 2010-09-03\n");
  expect(await standalone([{ args: [origin] }])).toMatchObject([{ code: 0 }]);
});
