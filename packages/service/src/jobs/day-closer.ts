/**
 * Closes days one after the other from the sources' figures, recent and past days in the same way: chooses each figure
 * by the rule of believing, and waits if necessary. `compute-row.ts` then decides what is signed.
 */

import {
  addDays,
  type CycleModel,
  DAY_MS,
  endOf,
  formatDay,
  HOUR_MS,
  type Instant,
  NotEnoughDataError,
  type UtcDay,
} from "peak-cycle-model";
import type { ClosedDay } from "../domain/closed-day.js";
import { type RowOrigin, rowInstant } from "../domain/history.js";
import type { Quote } from "../domain/live-figures.js";
import type { LedgerHistory } from "../ledger/ledger-history.js";
import type { Db } from "../storage/database.js";
import { doubtSentence, type SourcedFigure } from "./believing.js";
import { buildModel } from "./build-model.js";
import { type Closing, closeDay, type RowPrice } from "./compute-row.js";
import {
  type DayFigure,
  type DayFigures,
  endedDay,
  FrozenFigures,
  frozenFigure,
  RealizedPrices,
} from "./day-figures.js";
import { daysOf, lastOwnQuote, readStoredDays, type StoredDays } from "./stored-days.js";

/** How many later days are checked to see that a source has answered but does not have the day in question. */
export const PROOF_DAYS = 3;

/** The sources' figures of some days, as known when they are closed. */
export interface CollectedDays {
  readonly storedDays: StoredDays;
  readonly figures: DayFigures;
  /** When they are closed. */
  readonly at: Instant;
}

/** How a day is closed. */
export interface ClosingWay {
  readonly origin: RowOrigin;
  /** Whether to wait for its close and the price at 06:00. For days long past, no source will have them any more. */
  readonly isAwaited: boolean;
  /** The live price, if the row can be based on it. */
  readonly now?: SourcedFigure | undefined;
}

export class DayCloser {
  readonly #db: Db;
  readonly #note: (figure: DayFigure) => Promise<void> | void;
  readonly #model: CycleModel;
  readonly #before: FrozenFigures;
  readonly #realizedPrices: RealizedPrices;
  #settled: LedgerHistory["settled"];

  private constructor(
    db: Db,
    { days, settled }: LedgerHistory,
    model: CycleModel,
    prices: RealizedPrices,
    note: (figure: DayFigure) => Promise<void> | void,
  ) {
    this.#db = db;
    this.#note = note;
    this.#model = model;
    this.#before = new FrozenFigures(days);
    this.#realizedPrices = prices;
    this.#settled = settled;
  }

  /**
   * Begins after the last closed day.
   *
   * @param figuresOf makes the figures of stored days
   * @param note called with each figure, believed or not
   */
  static async after(
    db: Db,
    history: LedgerHistory,
    figuresOf: (days: StoredDays) => DayFigures,
    note: (figure: DayFigure) => Promise<void> | void,
  ): Promise<DayCloser> {
    const prices = await realizedPrices(db, history.days, figuresOf);
    return new DayCloser(db, history, await buildModel(history.days), prices, note);
  }

  /**
   * Closes the next day.
   *
   * @throws NotEnoughDataError while it waits for the close, or for the price at 06:00 of the following day
   */
  async close(day: UtcDay, { storedDays, figures, at }: CollectedDays, way: ClosingWay): Promise<Closing> {
    const close = await this.#closeOf(day, { storedDays, figures, at }, way);
    const { closedDay, figures: others } = endedDay(figures, day, at, close, this.#before, this.#realizedPrices);
    for (const each of others) await this.#note(each);
    const rowDay = addDays(day, 1);
    const opening = openingPrice(close, this.#before.close(endOf(day))?.value);
    const price = way.now ?? (opening && (await this.#priceAt06(rowDay, { storedDays, figures, at }, opening, way)));
    const fearGreed = frozenFigure(figures.fearGreed(rowDay))?.value;
    const row = price && { price, fearGreed, computedAt: at, origin: way.origin };
    const closing = closeDay(this.#model, this.#settled, closedDay, row);
    this.#settled = closing.settled;
    this.#before.note(closedDay);
    if (close !== undefined) this.#realizedPrices.note(figures.realizedPrices(day, close.value), closedDay);
    return closing;
  }

  /** @returns `undefined` for a gap */
  async #closeOf(
    day: UtcDay,
    { storedDays, figures, at }: CollectedDays,
    way: ClosingWay,
  ): Promise<SourcedFigure | undefined> {
    const end = endOf(day);
    const figure = figures.close(day, this.#before.close(end), await this.#ownQuote(end, way));
    await this.#note(figure);
    const close = frozenFigure(figure);
    if (close !== undefined || !way.isAwaited || isGap(figure, storedDays, at)) return close;
    const { belief } = figure;
    const reason = "doubt" in belief ? doubtSentence(belief.doubt) : "no source has it yet";
    throw new NotEnoughDataError(`waiting for the close of ${formatDay(day)}: ${reason}`);
  }

  async #priceAt06(day: UtcDay, days: CollectedDays, opening: RowPrice, way: ClosingWay): Promise<RowPrice> {
    const figure = days.figures.priceAt06(day, opening.value, await this.#ownQuote(rowInstant(day), way));
    await this.#note(figure);
    return way.isAwaited ? rowPrice(figure, opening, days) : (frozenFigure(figure) ?? opening);
  }

  /** Our own price of the minutes before an instant; none for the distant past, which saves two queries per day. */
  #ownQuote(at: Instant, { isAwaited }: ClosingWay): Promise<Quote | undefined> {
    return isAwaited ? lastOwnQuote(this.#db, at) : Promise.resolve(undefined);
  }
}

/**
 * What can replace the price at 06:00: the day's price at 00:00, or in a gap the last known close, which the model
 * repeats.
 */
function openingPrice(close: SourcedFigure | undefined, lastClose: number | undefined): RowPrice | undefined {
  if (close !== undefined) return { ...close, standIn: "opening" };
  return lastClose === undefined ? undefined : { value: lastClose, source: "held", standIn: "held" };
}

/** After two days a close that no source has counts as a gap, and the model repeats the previous day's price. */
const GAP_AFTER_MS = 2 * DAY_MS;

/**
 * Whether no source has a close although one has a later day; otherwise the sources may just be silent.
 */
function isGap({ belief, day }: DayFigure, storedDays: StoredDays, at: Instant): boolean {
  if (belief.kind !== "nothing" || at - endOf(day) < GAP_AFTER_MS) return false;
  const later = daysOf(addDays(day, 1), addDays(day, PROOF_DAYS));
  return later.some((each) => storedDays.all("btc-close", each).length > 0);
}

/** How long a row waits for the price at 06:00 before the price at 00:00 of its day can replace it. */
const CANDLE_WAIT_MS = 24 * HOUR_MS;

/**
 * The price to freeze with a row. The opening price is used only if no source has a price at 06:00: every source that
 * could have it has answered with prices of later days.
 *
 * @throws NotEnoughDataError while it is unsure, or a source that could have it is silent
 */
function rowPrice(figure: DayFigure, opening: RowPrice, { storedDays, at }: CollectedDays): RowPrice {
  const price = frozenFigure(figure);
  if (price !== undefined) return price;
  const { day, belief, inquiry } = figure;
  const name = `the price at 06:00 UTC of ${formatDay(day)}`;
  if ("doubt" in belief) throw new NotEnoughDataError(`waiting for ${name}: ${doubtSentence(belief.doubt)}`);
  const later = daysOf(addDays(day, 1), addDays(day, PROOF_DAYS));
  const candles = later.flatMap((each) => storedDays.all("btc-hour-close", each));
  const silentSources = inquiry.sources.filter(({ source }) => !candles.some((candle) => candle.source === source));
  if (silentSources.length === 0 && at - rowInstant(day) >= CANDLE_WAIT_MS) return opening;
  const waitingFor =
    silentSources.length > 0 ? `: waiting for ${silentSources.map(({ source }) => source).join(", ")}` : "";
  throw new NotEnoughDataError(`no source has ${name} yet${waitingFor}`);
}

/** Days read at a time, in some 10 ms; requests are served in between. */
const READ_DAYS = 365;

/** The MVRV sources' figures for closed days, as far as they are still stored. */
async function realizedPrices(
  db: Db,
  closedDays: readonly ClosedDay[],
  figuresOf: (days: StoredDays) => DayFigures,
): Promise<RealizedPrices> {
  const result = new RealizedPrices();
  for (let i = 0; i < closedDays.length; i += READ_DAYS) {
    const some = closedDays.slice(i, i + READ_DAYS);
    const [first, last] = [some.at(0), some.at(-1)];
    if (first === undefined || last === undefined) break;
    const figures = figuresOf(await readStoredDays(db, first.day, last.day, ["btc-close", "mvrv"]));
    for (const closedDay of some) {
      if (closedDay.price !== undefined) result.note(figures.realizedPrices(closedDay.day, closedDay.price), closedDay);
    }
  }
  return result;
}
