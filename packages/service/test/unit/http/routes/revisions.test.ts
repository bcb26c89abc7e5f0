import { expect, test } from "vitest";
import { presentRevisions, RevisionsReply } from "../../../../src/http/routes/revisions.js";
import { REVISIONS } from "../sample-extras.js";

test("corrections keep their order and pass their schema, as does none", () => {
  expect(presentRevisions([])).toEqual({ ok: true, revisions: [] });
  const second = { ...REVISIONS[0]!, number: 2, reason: "Again." };
  const reply = presentRevisions([...REVISIONS, second]);
  expect(RevisionsReply.parse(reply)).toEqual(reply);
  expect(reply.revisions.map(({ number }) => number)).toEqual([1, 2]);
  expect(reply.revisions[0]).toEqual({
    number: 1,
    date: "2026-11-19",
    revised_at: "2026-11-20T12:00:00.000Z",
    reason: 'The price of one source was wrong: <"80,000"> instead of 79,000.',
    score: 43.1,
    score_smoothed: 42,
    phase: "Bull Active",
    phase_key: "BULL",
    btc_price_usd: 79_000,
  });
});
