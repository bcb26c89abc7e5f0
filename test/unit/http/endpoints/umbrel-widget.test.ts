import { expect, test } from "vitest";
import { presentWidget, UmbrelWidgetReply } from "../../../../src/http/endpoints/umbrel-widget.js";
import { sampleSnapshot } from "../samples.js";

const snapshot = sampleSnapshot();
const texts = (stale: boolean) => presentWidget(snapshot, stale).items.map(({ text, subtext }) => `${text} ${subtext}`);

test("shows score, phase, signal and price as texts", () => {
  expect(UmbrelWidgetReply.safeParse(presentWidget(snapshot, false)).error).toBeUndefined();
  expect(texts(false)).toEqual(["47.3 of 100", "Bull Active ", "Caution ", expect.stringMatching(/^[\d,]+ USD$/)]);
});

test("says beside the score that it is stale", () => {
  expect(texts(true)[0]).toBe("47.3 stale");
});

test("gives a price below a hundred dollars with cents", () => {
  const market = { ...snapshot.market, btcPrice: { ...snapshot.market.btcPrice, value: 0.0858 } };
  expect(presentWidget({ ...snapshot, market }, false).items[3]?.text).toBe("0.09");
});
