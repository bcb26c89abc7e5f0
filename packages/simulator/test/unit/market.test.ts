import { expect, test } from "vitest";
import { DAY_MS, dayNumber, HOUR_MS } from "../../src/market/calendar.js";
import { COIN_SYMBOLS } from "../../src/market/landmarks.js";
import { simulatedMarket } from "../../src/market/market.js";

const { coins } = simulatedMarket();

test.each(COIN_SYMBOLS)("%s has a price for years to come: the demo runs by the clock of its machine", (symbol) => {
  const { firstMs, priceAt } = coins[symbol];
  const wrong: number[] = [];
  for (let ms = firstMs; ms < dayNumber("2032-12-31") * DAY_MS; ms += DAY_MS + HOUR_MS) {
    if (!(priceAt(ms) > 0 && Number.isFinite(priceAt(ms)))) wrong.push(ms);
  }
  expect(wrong).toEqual([]);
});

test("the price of Bitcoin keeps a believable level beyond the last landmark", () => {
  const days = Array.from({ length: 2000 }, (_, n) => coins.BTC.closeOf(dayNumber("2026-11-21") + n));
  expect(Math.min(...days)).toBeGreaterThan(50_000);
  expect(Math.max(...days)).toBeLessThan(400_000);
});
