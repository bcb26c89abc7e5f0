import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { openPostgres } from "../../../src/storage/open-postgres.js";
import { openStores } from "../../../src/storage/stores.js";
import { describePostgres, tempPostgres } from "../../support/temp-postgres.js";
import { tempFolder } from "../../support/temp-sqlite.js";
import { closedDays, historyRows, hourlyScore } from "./samples.js";

describePostgres("a backup of PostgreSQL, as the operator's handbook has it", () => {
  const postgres = tempPostgres();

  test("taken while the service writes and restored elsewhere is whole, and as append-only as before", async () => {
    const address = await postgres.prepared();
    const writer = openStores(await openPostgres(address));
    await writer.days.append(closedDays(0, 500), historyRows(0, 500));
    await writer.scores.add(hourlyScore());
    const file = join(tempFolder(), "peak.dump");
    execFileSync(postgres.program("pg_dump"), ["--format=custom", `--file=${file}`, address.href]);
    await writer.days.append(closedDays(500, 1), []);
    await writer.close();
    const target = await postgres.empty();
    const words = ["--exit-on-error", "--single-transaction", "--no-owner", `--dbname=${target.href}`, file];
    execFileSync(postgres.program("pg_restore"), words);
    const restored = await openPostgres(target);
    const { days, scores } = openStores(restored);
    expect(await days.closedDays()).toStrictEqual(closedDays(0, 500));
    expect(await days.lastRows(1000)).toStrictEqual(historyRows(0, 500));
    expect(await scores.newest()).toStrictEqual(hourlyScore());
    await expect(sql`delete from history`.execute(restored.queries)).rejects.toThrow("history is append-only");
    await days.append(closedDays(500, 1), []);
    await restored.close();
  });
});
