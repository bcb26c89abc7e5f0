import { openForWriting } from "../../../../src/storage/open-database.js";
import { openStores } from "../../../../src/storage/stores.js";
import { closedDays, historyRows } from "../samples.js";
import { placeOf } from "./place-of.js";

/** Appends days and rows to the database, so many at a time, and says after each time how many days are safe. */
const [place, batchText = ""] = process.argv.slice(2);
const batch = Number(batchText);
const stores = openStores(await openForWriting(placeOf(place)));
process.stdout.write("0\n");
for (let count = 0; ; count += batch) {
  await stores.days.append(closedDays(count, batch), historyRows(count + 1, batch));
  process.stdout.write(`${count + batch}\n`);
}
