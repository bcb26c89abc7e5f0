/**
 * Both verifiers give the same verdict on sites with one random change, including changes that the publisher has hashed
 * and signed. `npm run compare-verifiers` tries 2,000 with a new seed.
 */
import { afterAll, describe, expect, test } from "vitest";
import { firstVerifier, SecondVerifier } from "../support/both-verifiers.js";
import { mutation, randomFrom } from "../support/mutations.js";
import { verifierPython } from "../support/verifier-python.js";

const MUTATIONS = Number(process.env["MUTATIONS"] ?? 300);
const SEED = Number(process.env["SEED"] ?? (process.env["MUTATIONS"] === undefined ? 1 : Date.now() % 2 ** 31));

const python = verifierPython();
const second = python === undefined ? undefined : new SecondVerifier(python);
afterAll(() => second?.close());

describe("both verifiers", () => {
  test(
    `agree on ${MUTATIONS} sites with one random change, seed ${SEED}`,
    async () => {
      const random = randomFrom(SEED);
      const tally = new Map<number, number>();
      for (let i = 0; i < MUTATIONS; i += 1) {
        const site = mutation(random);
        const [code, why] = await firstVerifier(site);
        const [other, otherWhy] = await (second?.ask(site) ?? firstVerifier(site));
        expect.soft(other, `mutation ${i}: ${why} / ${otherWhy} / ${site.what.slice(0, 5000)}`).toBe(code);
        if (site.isOther) expect.soft(code, `mutation ${i} is sound: ${site.what.slice(0, 5000)}`).not.toBe(0);
        tally.set(code, (tally.get(code) ?? 0) + 1);
      }
      process.stdout.write(`exit codes: ${[...tally].map(([code, count]) => `${code}: ${count}`).join(", ")}\n`);
      expect([...tally.keys()].sort()).toEqual([0, 1, 2, 3]);
    },
    60_000 + MUTATIONS * 500,
  );
});
