import { openSqlite } from "../../../../src/storage/open-sqlite.js";
import { openStores } from "../../../../src/storage/stores.js";
import { closedDays, historyRows } from "../samples.js";

/** Appends days and rows to the folder, so many at a time, and says after each time how many days are safe. */
const [folder = "", batchText = ""] = process.argv.slice(2);
const batch = Number(batchText);
const stores = openStores(await openSqlite(folder));
process.stdout.write("0\n");
for (let count = 0; ; count += batch) {
  await stores.days.append(closedDays(count, batch), historyRows(count, batch));
  process.stdout.write(`${count + batch}\n`);
}
