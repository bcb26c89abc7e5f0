/** The numbers that pages state, compared with the constants that make them true. */
import { HOUR_MS, SECOND_MS, STALE_MS } from "peak-cycle-model";
import { expect, test } from "vitest";
import { DEFAULT_PER_MINUTE } from "../../packages/service/src/commands/keys.js";
import {
  DRAWING_SECONDS,
  HEADER_BYTES,
  QUOTA,
  TARGET_BYTES,
  WINDOW_SECONDS,
} from "../../packages/service/src/domain/limits.js";
import { IDLE_MS } from "../../packages/service/src/domain/source-state.js";
import { CURRENT_SECONDS, PICTURE_SECONDS } from "../../packages/service/src/http/cache-control.js";
import { CONNECTION_LIMITS } from "../../packages/service/src/http/connections.js";
import { PICTURES_PER_CLIENT } from "../../packages/service/src/http/drawing-queue.js";
import { KEYS_KNOWN_SECONDS } from "../../packages/service/src/http/limit/known-keys.js";
import { COMMAND_MS } from "../../packages/service/src/http/limit/redis-limit.js";
import { REFRESH_MS } from "../../packages/service/src/http/routes/meta.js";
import { KEPT_DAYS } from "../../packages/service/src/jobs/close-days.js";
import { POLL_JITTER_MS, POLL_MS } from "../../packages/service/src/jobs/instance.js";
import { LOCK_CLASS, SILENCE_MS } from "../../packages/service/src/storage/postgres-term.js";
import { readText } from "./tree.js";

const { bodyBytes, connectionsPerClient, silenceMs, keepAliveMs } = CONNECTION_LIMITS;
const grouped = (count: number) => count.toLocaleString("en-US");
const seconds = (ms: number) => `${ms / SECOND_MS} s`;
const kilobytes = (bytes: number) => `${bytes / 1024} kB`;
const polls = `every ${POLL_MS / SECOND_MS} to ${seconds(POLL_MS + POLL_JITTER_MS)}`;
/** The size of an entry's hash with its newline. */
const LEAF_BYTES = 65;
const leaves = (entries: number) => `${Math.round((entries * LEAF_BYTES) / 10_000) * 10} kB`;

test.each([
  ["README.md", `${QUOTA} requests a minute`],
  ["docs/api.md", `${QUOTA} requests in any ${WINDOW_SECONDS} seconds per IP address`],
  ["docs/api.md", `older than ${STALE_MS / HOUR_MS} hours at the time of the response`],
  ["docs/api.md", `Ages are updated every ${seconds(REFRESH_MS)}`],
  ["docs/api.md", `not queried for ${IDLE_MS / HOUR_MS} hours`],
  ["docs/api.md", `one per line from position 0, about ${leaves(6000)}`],
  ["docs/api.md", `over ${grouped(TARGET_BYTES)} characters, the headers are over ${kilobytes(HEADER_BYTES)}`],
  ["docs/api.md", `the message is over ${kilobytes(bodyBytes)}`],
  ["docs/api.md", `at most ${kilobytes(bodyBytes)}, no sessions`],
  ["docs/api.md", `for ${DRAWING_SECONDS} s of drawing`],
  ["docs/api.md", `at most ${PICTURES_PER_CLIENT} of them at a time`],
  ["docs/api.md", `${DEFAULT_PER_MINUTE} requests in any ${WINDOW_SECONDS} s unless the operator set another`],
  ["docs/api.md", `\`/status\` ${CURRENT_SECONDS} s`],
  ["docs/api.md", `\`?lang\`, \`?style=flat\` | ${PICTURE_SECONDS / 60} minutes |`],
  ["docs/embedding.md", `for ${PICTURE_SECONDS} seconds, or less when the score is about to go stale`],
  ["docs/embedding.md", `for the ${WINDOW_SECONDS} seconds of the rate limit`],
  ["docs/operations.md", `about new and revoked keys within ${KEYS_KNOWN_SECONDS} s`],
  ["docs/operations.md", `class ${LOCK_CLASS}`],
  ["docs/architecture.md", `polls it ${polls}`],
  ["docs/decisions.md", `one short query ${polls}`],
  ["docs/decisions.md", `for up to ${KEYS_KNOWN_SECONDS} s more`],
  ["docs/decisions.md", `after ${seconds(SILENCE_MS)} of silence`],
  ["docs/decisions.md", `6,000 leaves are only ${leaves(6000)}`],
  ["docs/decisions.md", `pruned ${KEPT_DAYS} days after`],
  ["docs/decisions.md", `may hold ${connectionsPerClient} connections`],
  ["docs/decisions.md", `is cut off after ${seconds(silenceMs)}, and an idle one after ${seconds(keepAliveMs)}`],
  ["docs/decisions.md", `after ${COMMAND_MS} ms without a reply`],
  [
    "docs/decisions.md",
    `its last ${QUOTA} accepted requests; another one passes when the oldest is ${WINDOW_SECONDS} s`,
  ],
  ["SECURITY.md", `(${kilobytes(bodyBytes)} at most)`],
  ["SECURITY.md", `for the ${WINDOW_SECONDS} seconds of the rate limit`],
])("%s states: %s", (page, sentence) => {
  expect(prose(page)).toContain(sentence);
});

test("polls are frequent enough for what the docs state about keys, followers and a dead leader", () => {
  const lastPollMs = POLL_MS + POLL_JITTER_MS;
  expect(lastPollMs).toBeLessThan(KEYS_KNOWN_SECONDS * SECOND_MS);
  const [, follower] = /show what it stores within (\d+) s/.exec(prose("docs/operations.md")) ?? [];
  expect(lastPollMs).toBeLessThan(Number(follower) * SECOND_MS);
  const [, replaced] = /leader is replaced within (\d+) s/.exec(prose("docs/decisions.md")) ?? [];
  expect(SILENCE_MS + lastPollMs).toBeLessThan(Number(replaced) * SECOND_MS);
});

test("docs/operations.md states the connections that nginx allows and the age at which a backup is too old", () => {
  const page = prose("docs/operations.md");
  const [, connections] = /limit_conn\s+\S+\s+(\d+);/.exec(readText("deploy/nginx/peak.conf")) ?? [];
  expect(page).toContain(`allows each address ${connections} connections`);
  const [, hours] = /peak_backup_age_seconds\S* > (\d+) \* 3600/.exec(readText("deploy/prometheus/alerts.yml")) ?? [];
  expect(page).toContain(`if there was none for ${hours} hours`);
});

/** A page without its line breaks, so that wrapping it differently fails no test. */
function prose(path: string): string {
  return readText(path).replaceAll(/\s+/g, " ");
}
