import { openForWriting } from "../../../../src/storage/open-database.js";
import { placeOf } from "./place-of.js";

/** Opens the database named by the first argument, says so, and holds it until it is killed. */
await openForWriting(placeOf(process.argv[2]));
process.stdout.write("open\n");
setInterval(() => {}, 60_000);
