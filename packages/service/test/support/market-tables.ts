/** The files that `peak evaluate` reads. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { addDays, FIRST_DAY, formatDay, MAJORS, type Major } from "peak-cycle-model";
import { syntheticDays } from "../../../model/test/support/synthetic-market.js";
import { tempFolder } from "./temp-sqlite.js";

/** Paths of the four files of a made-up market. */
export interface Tables {
  readonly btc: string;
  readonly fearGreed: string;
  readonly dominance: string;
  readonly majors: string;
}

const dated = (row: number) => formatDay(addDays(FIRST_DAY, row));
const text = (value: number | undefined) => (value === undefined ? "" : String(value));

/** Writes the first days of one made-up market as files, from 2010-07-18 on. */
export function marketTables(days: number, majors: readonly Major[] = MAJORS): Tables {
  const [folder, all] = [tempFolder(), syntheticDays(days, majors)];
  const lines = {
    btc: ["date,price_usd,mvrv", ...all.map((day, row) => [dated(row), text(day.price), text(day.mvrv)].join(","))],
    fearGreed: ["date,value,classification", ...all.map((day, row) => `${dated(row)},${text(day.fearGreed)},-`)],
    dominance: ["date,btc_dominance_pct", ...all.map((day, row) => `${dated(row)},${text(day.dominance)}`)],
    majors: [
      "date,asset,price_usd",
      ...all.flatMap((day, row) => Object.entries(day.majors).map(([coin, price]) => `${dated(row)},${coin},${price}`)),
    ],
  };
  const write = (name: keyof typeof lines) => {
    const path = join(folder, `${name}.csv`);
    writeFileSync(path, `${lines[name].join("\n")}\n`);
    return path;
  };
  return { btc: write("btc"), fearGreed: write("fearGreed"), dominance: write("dominance"), majors: write("majors") };
}

export function asOptions({ btc, fearGreed, dominance, majors }: Tables): readonly string[] {
  return ["--btc", btc, "--fear-greed", fearGreed, "--dominance", dominance, "--majors", majors];
}
