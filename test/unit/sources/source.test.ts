import { describe, expect, test } from "vitest";
import { apiUrl } from "../../../src/sources/source.js";

describe("the URL of a call", () => {
  test.each([
    ["https://api.kraken.com", "/0/public", "/Ticker", "https://api.kraken.com/0/public/Ticker"],
    ["https://api.kraken.com/", "/0/public", "/Ticker", "https://api.kraken.com/0/public/Ticker"],
    ["http://mirror:8080/kraken", "/0/public", "/Ticker", "http://mirror:8080/kraken/0/public/Ticker"],
    ["http://mirror/kraken/0/public", "/0/public", "/Ticker", "http://mirror/kraken/0/public/Ticker"],
    ["http://mirror/api/v2/", "/api/v2", "/ticker/btcusd/", "http://mirror/api/v2/ticker/btcusd/"],
    ["http://mirror/xapi/v2", "/api/v2", "/ticker/btcusd/", "http://mirror/xapi/v2/api/v2/ticker/btcusd/"],
    ["http://mirror/a?b=c#d", "", "/fng/", "http://mirror/a/fng/"],
  ])("%s with %s and %s is %s", (base, root, path, url) => {
    expect(apiUrl(new URL(base), root, path).href).toBe(url);
  });

  test("carries its query escaped", () => {
    const url = apiUrl(new URL("http://h"), "", "/p", { s: '["A"]', n: 2 });
    expect(url.searchParams.get("s")).toBe('["A"]');
    expect(url.search).toBe("?s=%5B%22A%22%5D&n=2");
  });

  test("leaves the base as it is", () => {
    const base = new URL("http://h/x");
    apiUrl(base, "/r", "/p", { a: 1 });
    expect(base.href).toBe("http://h/x");
  });
});
