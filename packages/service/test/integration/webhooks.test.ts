import { text } from "node:stream/consumers";
import { FIRST_DAY, HOUR_MS, phaseOf, plus, startOf, utcDay } from "peak-cycle-model";
import { expect, onTestFinished, test } from "vitest";
import { hostileServer } from "../../../chain/test/support/hostile-server.js";
import { StorageError } from "../../src/domain/errors.js";
import type { HistoryRow } from "../../src/domain/history.js";
import { closedDay, closedDays, historyRow } from "../contract/storage/samples.js";
import { never, simulatedLife } from "../support/simulated-life.js";

const SECRET = `whsec_${Buffer.from("a secret of 24 bytes or more").toString("base64")}`;

function row(day: string, score: number): HistoryRow {
  const of = utcDay(day);
  const computedAt = plus(startOf(of), 6 * HOUR_MS);
  return historyRow(0, { day: of, computedAt, score, raw: score, phase: phaseOf(score).key, origin: "live" });
}

test("a service posts what changes after its start to the receivers of its settings, as the feeds tell it", async () => {
  const server = await hostileServer();
  onTestFinished(() => server.close());
  const bodies: string[] = [];
  server.answer(async (request, response) => {
    bodies.push(await text(request));
    response.writeHead(204).end();
  });
  const life = await simulatedLife("2026-11-21T07:10:00Z", {
    WEBHOOKS: `${server.url}hook ${SECRET}`,
    WEBHOOK_NETWORKS: "127.0.0.0/8",
    BASE_URL: "https://peak.example",
  });
  const deliver = () => life.worker.tasks.deliverAnnouncements[0]?.(never);
  const past = utcDay("2026-11-20") - FIRST_DAY;
  await life.stores.days.append(closedDays(0, past), [row("2026-11-19", 50), row("2026-11-20", 61)]);
  await life.restart();
  await deliver();
  await life.stores.days.append([closedDay(past)], [row("2026-11-21", 82)]);
  await life.restart();
  await deliver();
  await deliver();
  expect(bodies.map((body) => JSON.parse(body))).toEqual([
    {
      type: "settled_phase.changed",
      timestamp: "2026-11-21T06:00:00.000Z",
      data: expect.objectContaining({
        id: "tag:peak.example,2026-11-21:/nhci/changes/2026-11-21/phase/PEAK",
        title: "Settled phase: Peak, was Hot Zone (score 82.0)",
      }),
    },
  ]);
  expect(server.seen[0]?.headers["webhook-id"]).toMatch(/^msg_/);
  expect(JSON.stringify(life.log.lines)).not.toContain(SECRET.slice(6));
});

test("receivers and stored values that the database refuses to forget do not end a start", async () => {
  const life = await simulatedLife("2026-11-21T07:10:00Z");
  const refuse = () => Promise.reject(new StorageError("permission denied"));
  Object.assign(life.stores.deliveries, { keepOnly: refuse });
  Object.assign(life.stores, { dropUnreadable: refuse });
  await expect(life.worker.load(never)).resolves.toBeUndefined();
  const sentence = "what is no longer needed could not be removed from the database";
  expect(life.log.lines).toContainEqual(expect.objectContaining({ sentence, facts: { reason: "permission denied" } }));
});
