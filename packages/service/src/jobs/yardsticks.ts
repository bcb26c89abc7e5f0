/**
 * The figures with which moves of live figures are compared: the last confirmed one or the last frozen close, whichever
 * is newer. A figure that was only shown, contradicted or refused never becomes one; otherwise small steps would add
 * up.
 */

import { endOf, type Instant } from "peak-cycle-model";
import * as z from "zod";
import { coinOf, isPlausible, METRICS, type Observation, type PriceMetric } from "../domain/observation.js";
import type { LedgerHistory } from "../ledger/ledger-history.js";
import { type Clock, latestOf } from "../platform/clock.js";
import type { Db } from "../storage/database.js";
import { newestObservation } from "../storage/observations.js";
import { instant } from "../storage/parsed-rows.js";
import { getState, putState, readableParts } from "../storage/state.js";
import type { Yardstick } from "./believing.js";

/** The live figures that are compared with an earlier one. */
type ComparedMetric = PriceMetric | "dominance";

/** A figure and its instant. */
export interface DatedFigure {
  readonly value: number;
  readonly observedAt: Instant;
}

/** @param at the instant of the figure that is compared with it */
export function yardstickAt({ value, observedAt }: DatedFigure, at: Instant): Yardstick {
  return { value, ageMs: Math.max(0, at - observedAt) };
}

/** Name of the row in the `state` table. */
const CONFIRMED = "confirmed";

export class Yardsticks {
  readonly #clock: Clock;
  readonly #db: Db;
  readonly #history: LedgerHistory;
  /** The last confirmed figures; read from the database at first use. */
  #confirmed: Map<string, DatedFigure> | undefined;

  constructor(clock: Clock, db: Db, history: LedgerHistory) {
    this.#clock = clock;
    this.#db = db;
    this.#history = history;
  }

  /** @returns `undefined` if there is no earlier figure */
  async of(metric: ComparedMetric): Promise<Yardstick | undefined> {
    const now = this.#clock.now();
    const lastConfirmed = (await this.#read()).get(metric);
    // A stored price of our own was believed.
    const isOwnKnown = lastConfirmed === undefined && metric === "btc-price";
    const own = isOwnKnown ? await newestObservation(this.#db, metric, latestOf(this.#clock)) : undefined;
    const figure = newer(lastConfirmed ?? own, this.#frozen(metric));
    if (figure !== undefined) return yardstickAt(figure, now);
    return metric === "usdt-price" ? { value: 1, ageMs: 0 } : undefined;
  }

  /** Stores a confirmed figure: it is the next yardstick. */
  async confirm({ metric, value, observedAt }: Observation): Promise<void> {
    const all = await this.#read();
    all.set(metric, { value, observedAt });
    await putState(this.#db, CONFIRMED, Object.fromEntries(all));
  }

  async #read(): Promise<Map<string, DatedFigure>> {
    if (this.#confirmed !== undefined) return this.#confirmed;
    const figures = readableParts(this.#db, CONFIRMED, (await getState(this.#db, CONFIRMED)) ?? {}, SHAPE);
    const latest = latestOf(this.#clock);
    const past = Object.entries(figures).flatMap(([metric, figure]): [string, DatedFigure][] => {
      return figure !== undefined && figure.observedAt <= latest ? [[metric, figure]] : [];
    });
    this.#confirmed ??= new Map(past); // another caller may have been faster
    return this.#confirmed;
  }

  /** The price or dominance of the last closed day. */
  #frozen(metric: ComparedMetric): DatedFigure | undefined {
    const last = this.#history.days.at(-1);
    if (last === undefined) return undefined;
    const coin = coinOf(metric);
    const value =
      metric === "dominance" ? last.dominance : coin === "btc" ? last.price : coin !== "usdt" && last.majors[coin];
    return value === undefined || value === false ? undefined : { value, observedAt: endOf(last.day) };
  }
}

const SHAPE = Object.fromEntries(
  METRICS.map((metric) => {
    const value = z.number().refine((number) => isPlausible(metric, number), "is not plausible");
    return [metric, z.object({ value, observedAt: instant })];
  }),
);

function newer(one: DatedFigure | undefined, other: DatedFigure | undefined): DatedFigure | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return other.observedAt > one.observedAt ? other : one;
}
