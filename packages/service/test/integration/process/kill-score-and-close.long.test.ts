import { test } from "vitest";
import { outlivesKills, SEED } from "./kills.js";

const HOURS = ["13", "14", "15", "16"].map((hour) => `2026-11-19T${hour}:03:00Z`);
const DAYS = ["20", "21", "22", "23"].map((day) => `2026-11-${day}`);

test(`killed again and again while it scores and closes, a service loses nothing and has nothing twice, seed ${SEED}`, async () => {
  await outlivesKills({ hours: HOURS, days: DAYS, lateKills: 2 });
}, 300_000);
