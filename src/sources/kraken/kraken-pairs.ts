import type { Coin } from "../../operations/ports.js";

interface Pair {
  /** The name to ask by. */
  readonly asked: string;
  /** The names an answer may use, Kraken's own first. */
  readonly answered: readonly string[];
}

/** Dollar pairs. Kraken answers `XBTUSD` under `XXBTZUSD`; coins listed later kept plain names. */
export const KRAKEN_PAIRS: Readonly<Partial<Record<Coin, Pair>>> = {
  btc: { asked: "XBTUSD", answered: ["XXBTZUSD", "XBTUSD"] },
  eth: { asked: "ETHUSD", answered: ["XETHZUSD", "ETHUSD"] },
  sol: { asked: "SOLUSD", answered: ["SOLUSD"] },
  xrp: { asked: "XRPUSD", answered: ["XXRPZUSD", "XRPUSD"] },
  ada: { asked: "ADAUSD", answered: ["ADAUSD"] },
  doge: { asked: "DOGEUSD", answered: ["XDGUSD", "DOGEUSD", "XXDGZUSD"] },
  ltc: { asked: "LTCUSD", answered: ["XLTCZUSD", "LTCUSD"] },
  usdt: { asked: "USDTUSD", answered: ["USDTZUSD", "USDTUSD"] },
};
