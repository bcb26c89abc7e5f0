/** `peak keys`: adds, lists and revokes API Pro keys, even while a service is running. */
import { dayOf, formatDay, formatInstant } from "peak-cycle-model";
import { lookupOf, makeApiKey } from "../domain/api-key.js";
import { ConfigError, ServiceError } from "../domain/errors.js";
import { day, line, parseOrThrow, wholeNumber } from "../domain/typed-text.js";
import { KEYS_KNOWN_SECONDS } from "../http/limit/known-keys.js";
import { systemClock } from "../platform/clock.js";
import { systemReason } from "../platform/file-system.js";
import { parseConfig } from "../settings/settings.js";
import { addApiKey, allApiKeys, revokeApiKey } from "../storage/api-keys.js";
import type { Db } from "../storage/database.js";
import { openDatabase } from "../storage/open-database.js";
import type { StoredApiKey } from "../storage/tables.js";
import type { ProcessContext } from "./process-context.js";

/** `peak keys add NAME`: prints a new key, which is stored nowhere. */
export async function addKey(context: ProcessContext, name: string, options: KeyOptions): Promise<void> {
  const order = {
    name: parseOrThrow("NAME", holder, name),
    perMinute: parseOrThrow("--per-minute", wholeNumber(1, MAX_PER_MINUTE), options.perMinute ?? DEFAULT_PER_MINUTE),
    until: options.until === undefined ? null : parseOrThrow("--until", lastDay, options.until),
  };
  const { apiPro } = parseConfig(context.env).http;
  await changeKeys(context, async (db) => {
    if ((await allApiKeys(db)).some((key) => key.name === order.name && key.revokedAt === null)) {
      throw new ConfigError(["a key with this NAME already exists: revoke it, or choose another name"]);
    }
    const key = makeApiKey();
    // Printed before it is stored, so that there is never a valid key that nobody has seen.
    await context.print(`${key}\n`).catch((cause: unknown) => {
      throw new NoKeyError(`no key was created, because it cannot be printed (${systemReason(cause)})`, { cause });
    });
    await addApiKey(db, { ...order, ...lookupOf(key), madeAt: systemClock.now() }).catch((error: unknown) => {
      context.err("peak: the printed key is not valid, because it could not be stored\n");
      throw error;
    });
    if (!apiPro) context.err("peak: the key has no effect until the service runs with API_PRO=yes\n");
  });
}

/** The output is closed or full. Nothing was stored. */
class NoKeyError extends ServiceError {}

/** Options as given on the command line. */
interface KeyOptions {
  readonly perMinute?: string | undefined;
  readonly until?: string | undefined;
}

const holder = line.trim().min(1, "must not be empty");

const lastDay = day.refine((until) => until >= dayOf(systemClock.now()), "must not be in the past");

export const DEFAULT_PER_MINUTE = "600";

/**
 * A process keeps the times of a key's requests in the last minute, and Redis transfers all of them with each request:
 * 78 kB at most.
 */
const MAX_PER_MINUTE = 6000;

/** `peak keys list`: every key by its first six characters, in order of creation. */
export async function listKeys(context: ProcessContext): Promise<void> {
  await using database = await openDatabase(parseConfig(context.env), "read");
  const keys = await allApiKeys(database.db);
  if (keys.length === 0) context.out("there is no key yet\n");
  for (const key of keys) context.out(`${[key.prefix, ...describe(key), key.name].join("  ")}\n`);
}

function describe({ perMinute, madeAt, lastUsedDay, until, revokedAt }: StoredApiKey): readonly string[] {
  return [
    `${perMinute} a minute`.padEnd(13),
    `made ${formatDay(dayOf(madeAt))}`,
    `used ${lastUsedDay === null ? "never" : formatDay(lastUsedDay)}`.padEnd(15),
    revokedAt !== null
      ? `revoked ${formatInstant(revokedAt)}`
      : `until ${until === null ? "revoked" : formatDay(until)}`,
  ];
}

/** `peak keys revoke KEY`. @param nameOrPrefix the first six characters after `peak_live_`, or the key's name */
export async function revokeKey(context: ProcessContext, nameOrPrefix: string): Promise<void> {
  await changeKeys(context, async (db) => {
    const matches = (await allApiKeys(db)).filter(
      ({ prefix, name }) => prefix === nameOrPrefix || name === nameOrPrefix,
    );
    const [key, other] = matches.filter(({ revokedAt }) => revokedAt === null);
    if (other !== undefined) {
      const remedy = "use a name or six characters that `peak keys list` shows only once";
      throw new ConfigError([`several keys match KEY: ${remedy}`]);
    }
    if (key === undefined) {
      const fault = matches.length > 0 ? "this key is already revoked" : "no such key: `peak keys list` shows all";
      throw new ConfigError([fault]);
    }
    await revokeApiKey(db, key.hash, systemClock.now());
    context.out(`${key.prefix}  ${key.name} is revoked: every instance refuses it within ${KEYS_KNOWN_SECONDS} s\n`);
  });
}

async function changeKeys({ env }: ProcessContext, change: (db: Db) => Promise<void>): Promise<void> {
  await using database = await openDatabase(parseConfig(env), "beside");
  await change(database.db);
}
