/** An invented market of eleven years as the CSV files that `peak evaluate` reads; the same at every call. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "./peak.js";

const DAYS = 4000;
const DAY_MS = 86_400_000;
const FIRST_DAY = Date.parse("2010-07-18");

/** Days of a boom and a bust. */
const CYCLE = 1000;

/** The day on which each coin gets its first price. */
const LISTED = { LTC: 900, DOGE: 1300, XRP: 1500, ETH: 1850, BNB: 2500, ADA: 2600, SOL: 3000 };

/** A repeatable value in -1..1 without any period of note. */
function noise(day: number, lane: number): number {
  const x = Math.sin(day * 12.9898 + lane * 78.233) * 43_758.5453;
  return 2 * (x - Math.floor(x)) - 1;
}

/** Slow boom and bust in about -1..1, sharper at the top than at the bottom. */
function tide(day: number, lag = 0): number {
  const angle = (2 * Math.PI * (day - lag)) / CYCLE;
  return Math.sin(angle) + 0.35 * Math.sin(2 * angle);
}

const price = (day: number) =>
  Math.exp(5.2 * Math.log((561 + day) / 561) + 1.1 * tide(day) + 0.06 * noise(day, 1) - 2.5);
const mvrv = (day: number) => Math.exp(0.5 + 0.6 * tide(day, -15) + 0.05 * noise(day, 2));
const fearGreed = (day: number) => Math.round(50 + 33 * tide(day, -30));
const dominance = (day: number) => 60 + 20 * noise(day, 3);
const coinPrice = (age: number, day: number, lane: number) =>
  Math.exp(0.0004 * age + 1.4 * tide(day, 20 + 9 * lane) + 0.1 * noise(day, 10 + lane));

/** Gaps of every kind: a few days without a price, longer ones without the slow figures, a coin that drops out. */
const rows = Array.from({ length: DAYS }, (_, day) => ({
  date: new Date(FIRST_DAY + day * DAY_MS).toISOString().slice(0, 10),
  price: day % 700 >= 640 && day % 700 < 643 ? "" : price(day),
  mvrv: day > 1000 && day % 900 < 12 ? "" : mvrv(day),
  fearGreed: day < 1200 || day % 350 < 9 ? "" : fearGreed(day),
  dominance: day < 1000 || day % 500 < 10 ? "" : dominance(day),
  coins: Object.entries(LISTED).flatMap(([coin, listed], lane) => {
    const age = day - listed;
    const isOut = age < 0 || (coin === "XRP" && age > 100 && age % 400 < 12);
    return isOut ? [] : [[coin, coinPrice(age, day, lane)] as const];
  }),
}));

const TABLES = {
  btc: ["date,price_usd,mvrv", ...rows.map((row) => `${row.date},${row.price},${row.mvrv}`)],
  "fear-greed": ["date,value", ...rows.map((row) => `${row.date},${row.fearGreed}`)],
  dominance: ["date,btc_dominance_pct", ...rows.map((row) => `${row.date},${row.dominance}`)],
  majors: [
    "date,asset,price_usd",
    ...rows.flatMap(({ date, coins }) => coins.map(([coin, usd]) => `${date},${coin},${usd}`)),
  ],
};

/** Writes the four files. @returns the options that name them */
export function marketFiles(): readonly string[] {
  const folder = newFolder();
  return Object.entries(TABLES).flatMap(([name, lines]) => {
    const file = join(folder, `${name}.csv`);
    writeFileSync(file, `${lines.join("\n")}\n`);
    return [`--${name}`, file];
  });
}
