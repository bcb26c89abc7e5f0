import { openSqlite } from "../../../../src/storage/open-sqlite.js";

/** Opens the folder named by the first argument, says so, and holds it until it is killed. */
await openSqlite(process.argv[2] ?? "");
process.stdout.write("open\n");
setInterval(() => {}, 60_000);
