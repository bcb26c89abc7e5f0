import { describe, expect, test } from "vitest";
import { startSimulator } from "../../src/server.js";
import { AT, askingSimulator } from "./ask.js";

const { simulator, ask, askAt } = askingSimulator();
const put = (path: string, body: unknown) => ask(path, { method: "PUT", body: JSON.stringify(body) });
const priceOf = async (path = "/bitstamp/api/v2/ticker/btcusd/") => (await ask(path)).json.last;

describe("the control routes", () => {
  test("faults are set, listed and taken away over HTTP", async () => {
    await put("/control/faults", {
      source: "kraken",
      fault: "429+Retry-After secs",
      seconds: 9,
      path: "/0/public/Time",
    });
    expect((await ask("/kraken/0/public/Time")).headers.get("retry-after")).toBe("9");
    const { json } = await ask("/control/faults");
    expect(json.rules).toEqual([
      { source: "kraken", fault: "429+Retry-After secs", options: { seconds: 9, path: "/0/public/Time" } },
    ]);
    expect(json.known).toContain("10x-spike");
    await ask("/control/faults?source=kraken", { method: "DELETE" });
    expect((await ask("/kraken/0/public/Time")).status).toBe(200);
  });

  test.each([
    [{ source: "nobody", fault: "500" }, "source"],
    [{ source: "kraken", fault: "nonsense" }, "fault"],
    [{ source: "kraken", fault: "slow", ms: "5" }, "ms"],
    [{ source: "kraken", fault: "slow", color: 5 }, "color"],
    [{ source: "kraken", fault: "zero-price", rows: "some" }, "rows"],
  ])("%j is refused with a word about %s", async (body, word) => {
    const { status, json } = await put("/control/faults", body);
    expect(status).toBe(400);
    expect(json.error).toContain(word);
    expect(simulator().faults.list()).toEqual([]);
  });

  test("a body that is no JSON object is refused", async () => {
    expect((await ask("/control/faults", { method: "PUT", body: "[" })).status).toBe(400);
  });

  test("the clock stands, starts and moves as told, and goes back", async () => {
    await put("/control/clock", { at: "2021-11-08T12:00:00Z" });
    expect((await ask("/control/clock")).json.now).toBe("2021-11-08T12:00:00.000Z");
    const then = await priceOf();
    expect(Number(then)).toBeGreaterThan(60_000);
    expect(await priceOf()).toBe(then);
    await put("/control/clock", { startAt: "2018-12-15T12:00:00Z" });
    expect(Number(await priceOf())).toBeLessThan(5000);
    const day = 86_400_000;
    await put("/control/clock", { offsetMs: 1000 * day });
    expect(Date.parse((await ask("/control/clock")).json.now)).toBeGreaterThan(Date.now() + 999 * day);
    expect((await put("/control/clock", { at: "yesterday" })).status).toBe(400);
    await put("/control/clock", { at: AT });
  });

  test("one request can stand at a moment of its own", async () => {
    const { json, headers } = await askAt("2017-12-17T23:59:00Z", "/bitstamp/api/v2/ticker/btcusd/");
    expect(Number(json.last)).toBeGreaterThan(18_000);
    expect(Number(json.last)).toBeLessThan(21_000);
    expect(headers.get("date")).toBe("Sun, 17 Dec 2017 23:59:00 GMT");
    expect((await ask("/control/clock")).json.now).toBe(new Date(AT).toISOString());
  });

  test("requests are counted per source and path, with the machine's time of each", async () => {
    await ask("/control/requests", { method: "DELETE" });
    await ask("/kraken/0/public/Time", { headers: { "user-agent": "peak-test" } });
    await ask("/kraken/0/public/Time");
    await ask("/brk/api/mempool/price");
    const { json } = await ask("/control/requests");
    expect(json.total).toBe(3);
    expect(json.sources).toEqual({
      kraken: { total: 2, paths: { "/0/public/Time": 2 } },
      brk: { total: 1, paths: { "/api/mempool/price": 1 } },
    });
    expect(json.newest[0]).toMatchObject({ source: "kraken", method: "GET", userAgent: "peak-test" });
  });

  test("an unknown source is a 404, and the root says that the market is simulated", async () => {
    expect((await ask("/nobody/x")).status).toBe(404);
    const { status, json } = await ask("/");
    expect(status).toBe(200);
    expect(json.what).toContain("simulated market");
  });

  test("a client that accepts gzip gets it for large bodies only", async () => {
    const gzip = { headers: { "accept-encoding": "gzip" } };
    const large = await ask("/alternative-me/fng/?limit=0", gzip);
    expect(large.headers.get("content-encoding")).toBe("gzip");
    expect(large.json.data.length).toBeGreaterThan(3000);
    expect((await ask("/brk/api/mempool/price", gzip)).headers.get("content-encoding")).toBeNull();
  });

  test("closing ends hanging connections too", async () => {
    const own = await startSimulator({ at: AT });
    own.faults.set("kraken", "hang");
    const hanging = fetch(`${own.baseUrl("kraken")}/0/public/Time`).catch((error: unknown) => error);
    while (own.requests.read().total === 0) await new Promise((turn) => setImmediate(turn));
    await own.close();
    expect(await hanging).toBeInstanceOf(Error);
  });

  test("a start at something that is no instant is refused", async () => {
    await expect(startSimulator({ at: "soon" })).rejects.toThrow(RangeError);
  });
});
