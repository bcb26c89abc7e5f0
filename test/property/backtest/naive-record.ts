import type { RecordDay } from "../../../src/backtest/record-day.js";
import type {
  Alarm,
  Baseline,
  BaselineRecord,
  PlaceRecord,
  Ranks,
  Returns,
  SettledRecord,
  Span,
  Turn,
} from "../../../src/backtest/track-record.js";
import { formatDay } from "../../../src/domain/instant.js";

// The definitions once more, in words as plain as they come: every window is looked through anew, every pair compared.

const BASELINES: readonly Baseline[] = ["score", "mvrv", "mayer", "powerLaw", "fearGreed"];
const PHASES = ["FONDO", "ACUM", "BULL", "HOT", "PEAK"] as const;
const HALVINGS = ["2012-11-28", "2016-07-09", "2020-05-11", "2024-04-20"];

const textOf = ({ day }: RecordDay) => formatDay(day);
const cycleOf = (day: string) => HALVINGS.filter((halving) => halving <= day).length;
const periodOf = (day: string) => (day < "2014-01-01" ? "early" : day < "2023-01-01" ? "development" : "later");
const placeOf = (day: RecordDay) => ({ period: periodOf(textOf(day)), cycle: cycleOf(textOf(day)) }) as const;

const sum = (values: readonly number[]) => values.reduce((total, each) => total + each, 0);
const mean = (values: readonly number[]) => sum(values) / values.length;
const rowsOf = (days: readonly unknown[]) => days.map((_, row) => row);

function rho(pairs: readonly (readonly [number, number])[]): number | undefined {
  const rank = (value: number, all: readonly number[]) =>
    all.filter((each) => each < value).length + (1 + all.filter((each) => each === value).length) / 2;
  const [xs, ys] = [pairs.map(([x]) => x), pairs.map(([, y]) => y)];
  const [a, b] = [xs.map((x) => rank(x, xs)), ys.map((y) => rank(y, ys))];
  const [ma, mb] = [mean(a), mean(b)];
  const top = sum(a.map((x, i) => (x - ma) * (b[i]! - mb)));
  const bottom = Math.sqrt(sum(a.map((x) => (x - ma) ** 2)) * sum(b.map((y) => (y - mb) ** 2)));
  return bottom === 0 || pairs.length === 0 ? undefined : top / bottom;
}

function chance(chosen: readonly number[], others: readonly number[]): number | undefined {
  const wins = chosen.flatMap((x) => others.map((y) => (x > y ? 1 : x === y ? 0.5 : 0)));
  return wins.length === 0 ? undefined : mean(wins);
}

/** Labels of one day, from prices that end with the period. */
function hindsightOf(prices: readonly number[], row: number) {
  const price = prices[row]!;
  const around = (span: number) => prices.slice(Math.max(0, row - span), row + span + 1);
  const after = prices.slice(row + 1);
  const logs = around(730).map((each) => Math.log(each));
  const [low, high] = [Math.min(...logs), Math.max(...logs)];
  const isKnown = after.length >= 200;
  return {
    place: after.length < 180 || low === high ? undefined : (Math.log(price) - low) / (high - low),
    top: isKnown && price >= 0.8 * Math.max(...around(365)) && Math.min(...after.slice(0, 400)) <= 0.55 * price,
    bottom: isKnown && price <= 1.35 * Math.min(...around(365)) && Math.max(...after.slice(0, 400)) >= 1.9 * price,
    isKnown,
    forward: after.length < 365 ? undefined : Math.log(after[364]!) - Math.log(price),
  };
}

function ranksOf(days: readonly { raw: number; hindsight: ReturnType<typeof hindsightOf> }[]): Ranks {
  const known = days.filter(({ hindsight }) => hindsight.isKnown);
  const raws = (isWanted: (each: ReturnType<typeof hindsightOf>) => boolean) =>
    known.filter(({ hindsight }) => isWanted(hindsight)).map(({ raw }) => raw);
  const pairs = (key: "place" | "forward") =>
    days.flatMap(({ raw, hindsight }) => (hindsight[key] === undefined ? [] : [[raw, hindsight[key]] as const]));
  const [tops, bottoms] = [raws(({ top }) => top), raws(({ bottom }) => bottom)];
  return {
    hindsight: rho(pairs("place")),
    topAuc: chance(
      tops,
      raws(({ top }) => !top),
    ),
    bottomAuc: chance(
      raws(({ bottom }) => !bottom),
      bottoms,
    ),
    forward: rho(pairs("forward")),
    topDays: tops.length,
    bottomDays: bottoms.length,
  };
}

function returnsOf(rows: readonly number[], prices: readonly number[], horizonDays: number): Returns {
  const all = rows.filter((row) => row + horizonDays < prices.length);
  const sorted = all.map((row) => prices[row + horizonDays]! / prices[row]! - 1).sort((a, b) => a - b);
  const at = (share: number) => {
    const place = share * (sorted.length - 1);
    const [low, rest] = [Math.floor(place), place % 1];
    return sorted.length === 0 ? undefined : (1 - rest) * sorted[low]! + rest * (sorted[low + 1] ?? sorted[low]!);
  };
  const isEmpty = sorted.length === 0;
  return {
    horizonDays,
    days: sorted.length,
    mean: isEmpty ? undefined : mean(sorted),
    ...{ p10: at(0.1), p25: at(0.25), median: at(0.5), p75: at(0.75), p90: at(0.9) },
    up: isEmpty ? undefined : mean(sorted.map((each) => (each > 0 ? 1 : 0))),
  };
}

function gaugeOf(gauge: Baseline, days: readonly RecordDay[], inside: readonly number[], prices: readonly number[]) {
  const rows = inside.filter((row) => days[row]!.readings[gauge] !== undefined);
  const told = (by: Baseline) =>
    ranksOf(rows.map((row) => ({ raw: days[row]!.raws[by]!, hindsight: hindsightOf(prices, row) })));
  const fifthOf = (row: number) => {
    const value = gauge === "score" ? days[row]!.btc!.score : days[row]!.readings[gauge]!;
    return Math.min(4, Math.floor(value / 20));
  };
  const dollars = rows.map((row) => 2 - days[row]!.readings[gauge]! / 50);
  const coins = sum(rows.map((row, nth) => dollars[nth]! / prices[row]!));
  const plainCostUsd = rows.length / sum(rows.map((row) => 1 / prices[row]!));
  const record: BaselineRecord = {
    gauge,
    days: rows.length,
    ranks: told(gauge),
    scoreRanks: told("score"),
    fifths: PHASES.map((phase, fifth) => {
      const mine = rows.filter((row) => fifthOf(row) === fifth);
      const returns = [30, 90, 180, 365].map((horizon) => returnsOf(mine, prices, horizon));
      return { phase, days: mine.length, share: mine.length / rows.length, returns };
    }),
    buying:
      coins === 0
        ? undefined
        : {
            days: rows.length,
            plainCostUsd,
            scaledCostUsd: sum(dollars) / coins,
            ratio: sum(dollars) / coins / plainCostUsd,
          },
  };
  return rows.length === 0 ? [] : [record];
}

export function naiveSpans(days: readonly RecordDay[]): readonly Span[] {
  const scored = rowsOf(days).filter((row) => days[row]!.btc !== undefined);
  return (["early", "development", "later"] as const).flatMap((period) => {
    const mine = scored.filter((row) => periodOf(textOf(days[row]!)) === period);
    const prices = days
      .filter((day) => period === "later" || textOf(day) <= lastDayOf(period))
      .map(({ price }) => price);
    const cycles = [...new Set(mine.map((row) => cycleOf(textOf(days[row]!))))];
    return (mine.length === 0 ? [] : [undefined, ...cycles]).map((cycle): Span => {
      const rows = mine.filter((row) => cycle === undefined || cycleOf(textOf(days[row]!)) === cycle);
      const changes = (wordOf: (row: number) => unknown) =>
        rows.filter((row, nth) => nth > 0 && wordOf(row) !== wordOf(rows[nth - 1]!)).length;
      const smoothedFifth = (row: number) =>
        Math.min(4, Math.floor(Math.floor(10 * days[row]!.btc!.smoothed + 0.5) / 10 / 20));
      return {
        ...{ period, cycle, from: textOf(days[rows[0]!]!), to: textOf(days[rows.at(-1)!]!), days: rows.length },
        phaseChanges: changes((row) => days[row]!.btc!.phase),
        smoothedPhaseChanges: changes(smoothedFifth),
        settledPhaseChanges: changes((row) => days[row]!.settled!.phase),
        gauges: BASELINES.flatMap((gauge) => gaugeOf(gauge, days, rows, prices)),
      };
    });
  });
}

function lastDayOf(period: "early" | "development"): string {
  return period === "early" ? "2013-12-31" : "2022-12-31";
}

interface Event {
  readonly kind: "high" | "low";
  readonly row: number;
  readonly fall: number;
  readonly isFinal: boolean;
}

function eventsOf(prices: readonly number[]): readonly Event[] {
  const events: Event[] = [];
  const lows = new Set<number>();
  for (const [high, price] of prices.entries()) {
    if (prices.slice(Math.max(0, high - 365), high).some((each) => each > price)) continue;
    const above = prices.findIndex((each, row) => row > high && each > price);
    const between = rowsOf(prices).filter((row) => row > high && (above === -1 || row < above));
    const low = between.find((row) => between.every((other) => prices[row]! <= prices[other]!));
    if (low === undefined || prices[low]! > price / 2 || lows.has(low)) continue;
    lows.add(low);
    const fall = prices[low]! / price - 1;
    events.push(
      { kind: "high", row: high, fall, isFinal: true },
      { kind: "low", row: low, fall, isFinal: above !== -1 },
    );
  }
  return events.sort((a, b) => a.row - b.row);
}

export function naiveTurns(days: readonly RecordDay[]): readonly Turn[] {
  const events = eventsOf(days.map(({ price }) => price));
  return events.flatMap(({ kind, row, fall, isFinal }) => {
    const day = days[row]!;
    const before = events.filter((each) => each.kind !== kind && each.row < row).at(-1)?.row ?? -1;
    const outermost = kind === "high" ? "PEAK" : "FONDO";
    const firstOf = (phaseAt: (each: number) => unknown) =>
      rowsOf(days).find((each) => each > before && each <= row && phaseAt(each) === outermost);
    const first = firstOf((each) => days[each]!.btc?.phase);
    const settledFirst = firstOf((each) => days[each]!.settled?.phase);
    const extremes = BASELINES.map((gauge) => [gauge, extremeOf(days, { gauge, kind, row })]);
    const turn = {
      ...{ kind, day: textOf(day), ...placeOf(day), priceUsd: day.price, fall, isFinal },
      ...{ phase: day.btc?.phase, signal: day.btc?.signal, readings: day.readings },
      ...{ topRisk: day.context.topRisk !== null, descentGuard: day.context.descentGuard !== null },
      extremes: Object.fromEntries(extremes),
      leadDays: first === undefined ? undefined : row - first,
      settledLeadDays: settledFirst === undefined ? undefined : row - settledFirst,
    };
    return day.btc === undefined ? [] : [turn as Turn];
  });
}

function extremeOf(days: readonly RecordDay[], { gauge, kind, row }: { gauge: Baseline; kind: string; row: number }) {
  const near = rowsOf(days).filter((each) => Math.abs(each - row) <= 180 && days[each]!.readings[gauge] !== undefined);
  const readings = near.map((each) => days[each]!.readings[gauge]!);
  const reading = kind === "high" ? Math.max(...readings) : Math.min(...readings);
  const equal = near.filter((each) => days[each]!.readings[gauge] === reading);
  const [best] = equal.sort((a, b) => Math.abs(a - row) - Math.abs(b - row) || a - b);
  return best === undefined ? undefined : { day: textOf(days[best]!), reading, lagDays: best - row };
}

/** All runs of a flag, and what came of each. */
export function naiveAlarms(days: readonly RecordDay[], flag: "topRisk" | "descentGuard"): readonly Alarm[] {
  const isUp = (row: number) => days[row] !== undefined && days[row].context[flag] !== null;
  const starts = rowsOf(days).filter((row) => isUp(row) && !isUp(row - 1));
  return starts.map((from) => {
    const end = rowsOf(days).find((row) => row >= from && !isUp(row + 1))!;
    return flag === "topRisk" ? riskAlarm(days, from, end) : guardAlarm(days, from, end);
  });
}

function riskAlarm(days: readonly RecordDay[], from: number, to: number): Alarm {
  const prices = days.map(({ price }) => price);
  const best = Math.max(...prices.slice(from, to + 1));
  const extreme = prices.indexOf(best, from);
  const after = prices.slice(extreme + 1);
  const [above, half] = [after.findIndex((each) => each > best), after.findIndex((each) => each <= best / 2)];
  const isHalved = half !== -1 && (above === -1 || half < above);
  const until = above === -1 ? prices.length : extreme + 1 + above;
  return {
    ...alarmBase(days, { from, to, extreme }),
    verdict: isHalved ? "right" : above === -1 ? "open" : "false",
    fallAfter: Math.min(...prices.slice(from, until)) / prices[from]! - 1,
    fallAfterEnd: undefined,
  };
}

function guardAlarm(days: readonly RecordDay[], from: number, to: number): Alarm {
  const prices = days.map(({ price }) => price);
  const least = Math.min(...prices.slice(from, to + 1));
  const isUp = to === days.length - 1;
  const high = Math.max(...prices.slice(0, to + 1));
  const record = prices.findIndex((each, row) => row > to && each > high);
  const later = prices.slice(to, record === -1 ? prices.length : record);
  return {
    ...alarmBase(days, { from, to, extreme: prices.indexOf(least, from) }),
    verdict: least <= 0.8 * prices[from]! ? "right" : isUp ? "open" : "false",
    fallAfter: least / prices[from]! - 1,
    fallAfterEnd: isUp ? undefined : Math.min(...later) / prices[to]! - 1,
  };
}

function alarmBase(days: readonly RecordDay[], { from, to, extreme }: { from: number; to: number; extreme: number }) {
  const [first, last] = [days[from]!, days[to]!];
  return {
    ...{ from: textOf(first), to: textOf(last), ...placeOf(first) },
    ...{ priceUsd: first.price, lastPriceUsd: last.price },
    ...{ extremeDay: textOf(days[extreme]!), leadDays: extreme - from },
  };
}

export function naiveSettled(days: readonly RecordDay[]): SettledRecord | undefined {
  const mine = days.filter((day) => day.btc !== undefined && textOf(day) >= "2014-01-01");
  const stays = (phases: readonly unknown[]) => {
    const ends = phases.flatMap((phase, row) => (row > 0 && phase !== phases[row - 1] ? [row] : []));
    return { changes: ends.length, shortStays: ends.filter((end, nth) => end - (ends[nth - 1] ?? 0) < 7).length };
  };
  const differs = mine.map(({ btc, settled }) => btc!.phase !== settled!.phase);
  const late = differs.map((_, row) => row - differs.slice(0, row + 1).lastIndexOf(false));
  const shown = naiveTurns(days).filter(({ day, leadDays }) => day >= "2014-01-01" && leadDays !== undefined);
  const told = {
    ...{ days: mine.length, plain: stays(mine.map(({ btc }) => btc!.phase)) },
    settled: stays(mine.map(({ settled }) => settled!.phase)),
    shownTurns: shown.length,
    lostTurns: shown.filter(({ settledLeadDays }) => settledLeadDays === undefined).length,
    lateTurns: shown.filter(({ leadDays, settledLeadDays }) => settledLeadDays! < leadDays!).length,
    maxDaysLate: Math.max(0, ...late),
    equalShare: mean(differs.map((each) => (each ? 0 : 1))),
  };
  return mine.length === 0 ? undefined : { from: textOf(mine[0]!), to: textOf(mine.at(-1)!), ...told };
}

export function naivePlace(days: readonly RecordDay[]): PlaceRecord | undefined {
  const prices = days.map(({ price }) => price);
  const scored = rowsOf(days).filter((row) => days[row]!.btc !== undefined && textOf(days[row]!) >= "2014-01-01");
  const placed = scored.flatMap((row) => {
    const { place } = hindsightOf(prices, row);
    return place === undefined ? [] : [{ ...days[row]!, place: 100 * place }];
  });
  const errors = placed.map(({ btc, place }) => btc!.raw - place);
  const ranged = placed.filter(({ laterPlace }) => laterPlace !== undefined);
  const isCovered = ({ laterPlace, place }: (typeof ranged)[number]) =>
    place >= laterPlace!.low && place <= laterPlace!.high ? 1 : 0;
  const last = days[scored.at(-1) ?? -1];
  const told = {
    ...{ days: placed.length, rangeDays: ranged.length },
    ...{ meanError: mean(errors), meanAbsoluteError: mean(errors.map(Math.abs)) },
    coveredShare: ranged.length === 0 ? undefined : mean(ranged.map(isCovered)),
    meanWidth: ranged.length === 0 ? undefined : mean(ranged.map(({ laterPlace: at }) => at!.high - at!.low)),
    scoredDays: scored.length,
    effectiveObservations: independent(scored.map((row) => days[row]!.btc!.raw)),
  };
  if (placed.length === 0 || last === undefined) return undefined;
  const newest = { day: textOf(last), score: last.btc!.score, range: last.laterPlace };
  return { from: textOf(placed[0]!), to: textOf(placed.at(-1)!), ...told, newest };
}

function independent(values: readonly number[]): number | undefined {
  const off = values.map((each) => each - mean(values));
  const at = (lag: number) =>
    sum(off.slice(lag).map((each, row) => each * off[row]!)) / sum(off.map((each) => each ** 2));
  const correlations = values.map((_, lag) => at(lag));
  const end = correlations.findIndex((each) => !(each > 0));
  return Number.isNaN(at(0))
    ? undefined
    : values.length / (2 * sum(correlations.slice(0, end === -1 ? undefined : end)) - 1);
}
