import { expect, test } from "vitest";
import { KeysReply, ProofReply, presentKeys, presentProof } from "../../../../src/http/endpoints/proof.js";
import { sampleProof } from "../sample-extras.js";

const ADDRESSES = { keys: "https://peak.example/keys", leaves: "https://peak.example/leaves" };

test("the proof passes its schema, and its head is the last of its links", () => {
  const proof = presentProof(sampleProof(), ADDRESSES);
  expect(ProofReply.parse(proof)).toEqual(proof);
  expect(proof.links).toHaveLength(30);
  const { position, date, hash } = proof.links.at(-1)!;
  expect(proof.head).toEqual({ position, date, closed: "2026-11-20", hash });
});

test("a chain of 30 days or fewer begins with 64 zeros", () => {
  expect(presentProof(sampleProof(31), ADDRESSES).previous).not.toMatch(/^0{64}$/);
  for (const days of [1, 30]) expect(presentProof(sampleProof(days), ADDRESSES).previous).toBe("0".repeat(64));
});

test("a day without a row has no date", () => {
  const { links } = presentProof(sampleProof(12), ADDRESSES);
  expect(links.map(({ date }) => date)).toEqual([...Array(10).fill(null), "2026-11-20", "2026-11-21"]);
  expect(presentProof(sampleProof(5), ADDRESSES).head.date).toBeNull();
});

test("the keys are a JWK set of public keys alone, oldest first", () => {
  const reply = presentKeys(sampleProof().keys);
  expect(KeysReply.parse(reply)).toEqual(reply);
  expect(reply.keys.map(({ endorsed_by, endorsement }) => [endorsed_by, endorsement?.length])).toEqual([
    [null, undefined],
    [reply.keys[0]?.kid, 86],
  ]);
  expect(JSON.stringify(reply)).not.toMatch(/"d":/);
});
