import { test } from "vitest";
import { outlivesKills, SEED } from "./kills.js";

test(`a service that is killed while it scores and closes loses nothing and has nothing twice, seed ${SEED}`, async () => {
  await outlivesKills({ hours: ["2026-11-19T13:03:00Z"], days: ["2026-11-20"], lateKills: 1 });
}, 120_000);
