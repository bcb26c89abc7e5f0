import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openSqlite } from "../../../src/storage/open-sqlite.js";
import { openStores } from "../../../src/storage/stores.js";
import { tempFolder } from "../../support/temp-sqlite.js";
import { runPeak } from "./run-peak.js";

async function folderWithOneFact(): Promise<string> {
  const folder = tempFolder();
  const stores = openStores(await openSqlite(folder));
  await stores.installation.put("minute", "7");
  await stores.close();
  return folder;
}

describe("peak copy", () => {
  test("copies from one folder to another, says how many rows, and exits 0", async () => {
    const from = await folderWithOneFact();
    const to = join(tempFolder(), "new");
    expect(await runPeak(["copy", "--from", `sqlite:${from}`, "--to", `sqlite://${to}`])).toEqual({
      code: 0,
      out: "the copy is complete: 1 rows, every value compared\n",
      err: "",
    });
    const stores = openStores(await openSqlite(to));
    expect(await stores.installation.get("minute")).toBe("7");
    await stores.close();
  });

  test("takes the target from DATABASE_URL, and asks for one when there is none", async () => {
    const from = `sqlite:${await folderWithOneFact()}`;
    const away = await runPeak(["copy", "--from", from], { DATABASE_URL: "postgres://peak:s3cret@127.0.0.1:1/peak" });
    expect([away.code, away.out]).toEqual([2, ""]);
    expect(away.err).toMatch(/^peak: cannot open the database peak on 127\.0\.0\.1:1: nobody answers there \(.*\)\n$/);
    expect(await runPeak(["copy", "--from", from])).toEqual({
      code: 2,
      out: "",
      err: "peak: give --to, or set DATABASE_URL\n",
    });
  });

  test.each(["", "sqlite:", "./data", "mysql://peak:s3cret@host/peak", "postgres://peak:s3c#ret@host/peak"])(
    "%j is no database: 2 and one line that does not repeat it",
    async (text) => {
      for (const args of [
        ["--from", text, "--to", "sqlite:x"],
        ["--from", "sqlite:x", "--to", text],
      ]) {
        const { code, out, err } = await runPeak(["copy", ...args]);
        expect([code, out]).toEqual([2, ""]);
        expect(err).toMatch(new RegExp(`^peak: ${args[1] === text ? "--from" : "--to"} must .*\n$`));
        expect(err).not.toContain("s3c");
      }
    },
  );
});
