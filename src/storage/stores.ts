import type { Stores } from "../operations/ports.js";
import { attempt } from "./attempt.js";
import { dayStore } from "./day-store.js";
import { installationStore } from "./installation-store.js";
import { marketStore } from "./market-store.js";
import { observationStore } from "./observation-store.js";
import { scoreStore } from "./score-store.js";
import type { OpenDatabase } from "./tables.js";

/** Everything that is stored, on an open database; closing the stores closes the database. */
export function openStores(database: OpenDatabase): Stores {
  const { queries } = database;
  return {
    observations: observationStore(queries),
    days: dayStore(queries),
    scores: scoreStore(queries),
    market: marketStore(queries),
    installation: installationStore(queries),
    async ping() {
      await attempt("answer", () => queries.selectFrom("installation").select("key").limit(1).execute());
    },
    close: () => attempt("close", () => database.close()),
  };
}
