/** Both verifiers, `peak-cycle-verify` and `docs/verify.py`, give the same verdict on every site in one table. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Case, caseOf, firstVerifier, SecondVerifier } from "../support/both-verifiers.js";
import {
  DAMAGED,
  FORGERIES,
  FORGERIES_SINCE,
  foreignWithOwner,
  honestAnswers,
  keptProof,
  OLDER,
  SOUND,
  UNCHECKED,
} from "../support/forgeries.js";
import { verifierPython } from "../support/verifier-python.js";

const python = verifierPython();
let second: SecondVerifier | undefined;
beforeAll(() => {
  second = python === undefined ? undefined : new SecondVerifier(python);
});
afterAll(() => second?.close());

/** The exit codes of both; without Python, only the first verifier's. */
async function codesOf(asked: Case) {
  const outcomes = [await firstVerifier(asked), await (second?.ask(asked) ?? firstVerifier(asked))];
  return { codes: outcomes.map(([code]) => code), why: outcomes.map(([, why]) => why).join("\n") };
}

describe("both verifiers", () => {
  test.each(Object.entries(SOUND))("find a site sound with %s", async (_what, make) => {
    const { codes, why } = await codesOf(caseOf(make(honestAnswers())));
    expect(codes, why).toEqual([0, 0]);
  });

  test.each(Object.entries(FORGERIES))("find a site not sound with %s", async (_what, forge) => {
    const { codes, why } = await codesOf(caseOf(forge(honestAnswers())));
    expect(codes, why).toEqual([1, 1]);
  });

  test.each(Object.entries(UNCHECKED))("cannot check a site with %s", async (_what, make) => {
    const { codes, why } = await codesOf(caseOf(make(honestAnswers())));
    expect(codes, why).toEqual([3, 3]);
  });

  test("find a site sound that extends a saved proof or equals it", async () => {
    expect((await codesOf(caseOf(honestAnswers(), keptProof()))).codes).toEqual([0, 0]);
    expect((await codesOf(caseOf(honestAnswers(), honestAnswers().proof))).codes).toEqual([0, 0]);
  });

  test.each(Object.entries(FORGERIES_SINCE))("find %s not sound, with a saved proof", async (_what, forge) => {
    expect((await codesOf(caseOf(forge()))).codes).toEqual([0, 0]); // it cannot be detected
    const { codes, why } = await codesOf(caseOf(forge(), keptProof()));
    expect(codes, why).toEqual([1, 1]);
  });

  test.each(Object.entries(OLDER))("call %s older than the saved proof, and not forged", async (_what, make) => {
    const { codes, why } = await codesOf(caseOf(make(), keptProof()));
    expect(codes, why).toEqual([3, 3]);
    expect(why).toMatch(/older than the saved proof.*\n.*older than the saved proof/);
  });

  test.each(Object.entries(DAMAGED))("reject a saved proof %s", async (_what, damage) => {
    const whole = JSON.stringify(keptProof());
    expect(damage(whole)).not.toBe(whole);
    const { codes, why } = await codesOf({ ...caseOf(honestAnswers()), kept: damage(whole) });
    expect(codes, why).toEqual([2, 2]);
  });

  test("accept a key that the former one does not vouch for if the reader allows it", async () => {
    const lost = FORGERIES_SINCE["a key that the former one does not vouch for"]!();
    expect((await codesOf({ ...caseOf(lost, keptProof()), accept: true })).codes).toEqual([0, 0]);
  });

  test.skipIf(python === undefined)(
    "give no verdict on a site when they fail themselves, as on a missing text",
    async () => {
      const [code, why] = (await second?.ask({ texts: {} })) ?? [];
      expect([code, why]).toEqual([3, "why    this program failed (KeyError)"]);
    },
  );

  test("say that a key has signed two histories only if it has", async () => {
    const sentence = /the same key has signed two different histories/g;
    const same = FORGERIES_SINCE["another history, signed by the same key"]!();
    expect((await codesOf(caseOf(same, keptProof()))).why.match(sentence)).toHaveLength(2);
    expect((await codesOf(caseOf(foreignWithOwner(), keptProof()))).why).not.toMatch(sentence);
  });
});
