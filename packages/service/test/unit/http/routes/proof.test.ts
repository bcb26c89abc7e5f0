import { expect, test } from "vitest";
import { KeysReply, ProofReply, presentKeys, presentProof } from "../../../../src/http/routes/proof.js";
import { sampleProof } from "../sample-extras.js";

const ADDRESSES = { keys_url: "https://peak.example/keys", leaves_url: "https://peak.example/leaves" };

test("the proof passes its schema, and ends with the entry that is signed", () => {
  const proof = presentProof(sampleProof(), ADDRESSES);
  expect(ProofReply.parse(proof)).toEqual(proof);
  expect(proof.entries).toHaveLength(30);
  expect(proof.entries.at(-1)).toMatchObject({ position: proof.position, hash: proof.hash });
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
