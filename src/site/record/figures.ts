import type { Language } from "../../chart/locale.js";
import { formatOf } from "../format.js";

/** What stands where there is no figure. */
export const NONE = "–";

type Known = number | undefined;

/** Figures of the record as a language writes them; `–` where there is none. */
export interface Figures {
  /** 0..100, one decimal. */
  readonly reading: (value: Known) => string;
  /** `83,237`, below 1,000 with two decimals. */
  readonly usd: (value: Known) => string;
  /** `+39%` @param value e.g. 0.39 */
  readonly change: (value: Known) => string;
  /** `-7.4%`, one decimal. @param value e.g. -0.074 */
  readonly gain: (value: Known) => string;
  /** `25%`, the name of a quantile. @param value 0..1 */
  readonly quantile: (value: number) => string;
  /** `15.2%` @param value 0..1 */
  readonly share: (value: Known) => string;
  /** `0.74`, two decimals. */
  readonly rank: (value: Known) => string;
  /** `1,792` */
  readonly count: (value: Known) => string;
  /** `+12`, `-3`: days after or before. */
  readonly lag: (value: Known) => string;
  /** `Dec 16, 2017` @param day YYYY-MM-DD */
  readonly day: (day: string) => string;
}

export function figuresOf(language: Language): Figures {
  const { score, percent, change, day } = formatOf(language);
  const number = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, options);
  const [cents, whole] = [
    number({ minimumFractionDigits: 2, maximumFractionDigits: 2 }),
    number({ maximumFractionDigits: 0, useGrouping: "always" }),
  ];
  const quantile = number({ style: "percent" });
  const lag = number({ signDisplay: "exceptZero" });
  const gain = number({
    style: "percent",
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: "exceptZero",
  });
  const known = (write: (value: number) => string) => (value: Known) => (value === undefined ? NONE : write(value));
  return {
    reading: known(score),
    usd: known((value) => (value < 1000 ? cents : whole).format(value)),
    change: known((value) => change(100 * value)),
    gain: known((value) => gain.format(value)),
    quantile: (value) => quantile.format(value),
    share: known((value) => percent(Math.round(1000 * value) / 10)),
    rank: known((value) => cents.format(value)),
    count: known((value) => whole.format(value)),
    lag: known((value) => lag.format(value)),
    day,
  };
}
