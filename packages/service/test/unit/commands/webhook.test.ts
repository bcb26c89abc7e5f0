import { text } from "node:stream/consumers";
import { instantOf, plus } from "peak-cycle-model";
import { expect, onTestFinished, test } from "vitest";
import { hostileServer } from "../../../../chain/test/support/hostile-server.js";
import { receiverId, signatureHeader } from "../../../src/publish/receiver.js";
import { openSqlite } from "../../../src/storage/open-sqlite.js";
import { openStores } from "../../../src/storage/stores.js";
import { tempFolder } from "../../support/temp-sqlite.js";
import { runPeak } from "./run-peak.js";

const KEY = Buffer.from("a secret of 24 bytes or more");
const SECRET = `whsec_${KEY.toString("base64")}`;

/** A receiver that answers with these statuses, the last one from then on. */
async function receiver(...statuses: number[]) {
  const server = await hostileServer();
  onTestFinished(() => server.close());
  const bodies: string[] = [];
  server.answer(async (request, response) => {
    bodies.push(await text(request));
    response.writeHead((statuses.length > 1 ? statuses.shift() : statuses[0]) ?? 204).end();
  });
  return { url: `${server.url}hook`, bodies, seen: server.seen };
}

test("peak webhook test posts one signed event that no other type can be taken for, and exits by the answer", async () => {
  const { url, bodies, seen } = await receiver(204, 500, 410);
  const settings = { WEBHOOKS: `${url} ${SECRET}`, WEBHOOK_NETWORKS: "127.0.0.1" };
  const outcomes = [];
  for (let i = 0; i < 3; i++) outcomes.push(await runPeak(["webhook", "test", url], settings));
  expect(outcomes.map(({ code }) => code)).toEqual([0, 1, 1]);
  expect(outcomes.map(({ out }) => out.replace(/^[^ ]+ |, message msg_[\w-]{27}\n$/g, ""))).toEqual([
    "accepted",
    "failed: status 500",
    "wants no more announcements (status 410)",
  ]);
  const [body = ""] = bodies;
  expect(JSON.parse(body)).toMatchObject({ type: "test", data: { _peak: { kind: "test", settled_phase_key: "HOT" } } });
  const { "webhook-id": id, "webhook-timestamp": at, "webhook-signature": signature } = seen[0]?.headers ?? {};
  expect(signature).toBe(signatureHeader([KEY], String(id), Number(at), body));
});

test("peak webhook test takes a secret for an address that is no setting yet, on this machine too, and no other private one", async () => {
  const { url } = await receiver(204);
  const run = (address: string, ...rest: readonly string[]) => runPeak(["webhook", "test", address, ...rest]);
  expect(await run(url, "--secret", SECRET)).toMatchObject({ code: 0 });
  expect(await run("http://10.0.0.1/hook", "--secret", SECRET)).toMatchObject({ code: 2, err: /not public/ });
  expect(await run(url)).toMatchObject({ code: 2, err: /--secret whsec_/ });
});

test.each([
  ["http://127.0.0.1:9/x", "abc", "--secret must have whsec_ before a secret of 24 to 64 bytes in base64"],
  ["http://127.0.0.1:9/x", "whsec_YWJj", "--secret must have whsec_ before a secret of 24 to 64 bytes in base64"],
  ["ftp://127.0.0.1/x", SECRET, "ADDRESS must be an http or https address without a fragment"],
])("peak webhook test %s --secret %s says which of the two is wrong", async (address, secret, sentence) => {
  const refused = await runPeak(["webhook", "test", address, "--secret", secret]);
  expect(refused).toEqual({ code: 2, out: "", err: `peak: ${sentence}\n` });
});

test("peak webhook list says that it has read nothing when there is no database", async () => {
  const WEBHOOKS = `http://127.0.0.1:9/hook ${SECRET}`;
  const { code, err } = await runPeak(["webhook", "list"], { DATA_DIR: tempFolder(), WEBHOOKS });
  expect([code, err]).toEqual([2, expect.stringContaining("there is no database yet: name that of the running")]);
});

test("peak webhook list says of each receiver what waits and what came of its last messages and why, without its address", async () => {
  const urls = ["https://a.example/s3cret", "https://b.example/s3cret", "https://c.example/s3cret"];
  const [a, b] = urls.map((url) => receiverId(new URL(url)));
  const folder = tempFolder();
  const at = instantOf("2026-11-21T06:00:00Z");
  const messages = ["old", "lost", "arrived", "failing"].map((id) => ({ id, at, body: "{}" }));
  const { deliveries, close } = openStores(await openSqlite(folder));
  await deliveries.activate(a ?? "", messages.slice(0, 1), at);
  await deliveries.queue(a ?? "", messages.slice(1), at);
  await deliveries.giveUp(a ?? "", "lost", { attempts: 10, at, fault: "ECONNREFUSED" });
  await deliveries.end(a ?? "", "arrived", at);
  await deliveries.postpone(a ?? "", "failing", { attempts: 2, at, fault: "status 503" }, plus(at, 300_000));
  await deliveries.activate(b ?? "", [], at);
  await deliveries.disable(b ?? "", at);
  await close();
  const WEBHOOKS = urls.map((url) => `${url} ${SECRET}`).join(", ");
  expect(await runPeak(["webhook", "list"], { DATA_DIR: folder, WEBHOOKS })).toEqual({
    code: 0,
    err: "",
    out: `a.example: 1 waiting
  failing  waits until 2026-11-21T06:05:00.000Z, failed 2: status 503 at 2026-11-21T06:00:00.000Z
  arrived  delivered 2026-11-21T06:00:00.000Z
  lost  given-up 2026-11-21T06:00:00.000Z, failed 10: ECONNREFUSED at 2026-11-21T06:00:00.000Z
b.example: wants no more announcements
c.example: not known yet, the service has not run with it
`,
  });
});
