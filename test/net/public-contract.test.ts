import { beforeAll, describe, expect, test } from "vitest";
import { ask, freshClient } from "../../packages/service/test/support/ask.js";
import { publicContract } from "./contract/public-contract.js";
import { origin, untilSettled } from "./support/peak.js";

beforeAll(untilSettled);

describe("one process keeps the public contract:", () => publicContract(() => ({ origin: origin() })));

test.skipIf(process.env["PEAK_ORIGIN"])("the attribution names every source in use, with its license", async () => {
  const { text } = await ask(`${origin()}/attribution`, { from: freshClient() });
  for (const name of ["Kraken", "Bitstamp", "alternative.me", "Coin Metrics", "CC BY-NC 4.0", "(simulated)"])
    expect(text).toContain(name);
});
