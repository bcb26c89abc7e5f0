import { createHash } from "node:crypto";
import type { RateLimitResult } from "../operations/ports.js";
import { type HashKey, keyedHash } from "./keyed-hash.js";
import { openRedis, type RedisConnection, type RedisPlace } from "./redis-connection.js";
import { RedisFault } from "./redis-fault.js";
import type { OpenLimit } from "./reunion.js";
import { verdictOf } from "./sliding-log.js";

/** Before the hash of an address. The number is the form of the value: another form takes another one. */
const PREFIX = "peak:limit:1:";

/** Addresses in one round trip, at most: some 0.3 ms of the server's time, which nobody else gets. */
const MOST_TOGETHER = 100;

/**
 * Opens the limit that Redis keeps for all instances. The password of its address is the secret of the hash: all
 * instances know it, and it is not among the data.
 *
 * @param lost called when the connection breaks by itself
 * @throws RedisFault
 */
export async function openRedisLimit(place: RedisPlace, lost: (fault: RedisFault) => void): Promise<OpenLimit> {
  const connection = await openRedis(place, lost);
  return { take: redisLimit(connection, decodeURIComponent(place.url.password)), close: connection.close };
}

interface Asked {
  readonly key: string;
  readonly resolve: (verdict: RateLimitResult) => void;
  readonly reject: (fault: unknown) => void;
}

/**
 * Asks the sliding log on the server. All requests of one turn of the event loop go together, in one round trip.
 *
 * @param secret keeps addresses out of the store: what stands there is a hash that nobody can turn back without it.
 *   The same for all instances, or they count apart.
 */
export function redisLimit(connection: Pick<RedisConnection, "slide">, secret: string): OpenLimit["take"] {
  const hashOf = keyedHash(hashKeyOf(secret));
  let asked: Asked[] = [];

  function flush(): void {
    const batch = asked;
    asked = [];
    if (batch.length > 0) void settle(batch, connection.slide(batch.map(({ key }) => key)));
  }

  return (client) => {
    const { high, low } = hashOf(client);
    const key = `${PREFIX}${high.toString(36)}.${low.toString(36)}`;
    return new Promise((resolve, reject) => {
      asked.push({ key, resolve, reject });
      if (asked.length === 1) setImmediate(flush);
      else if (asked.length === MOST_TOGETHER) flush();
    });
  };
}

async function settle(batch: readonly Asked[], replying: Promise<unknown>): Promise<void> {
  try {
    const verdicts = readReply(await replying, batch.length);
    for (const [i, { resolve }] of batch.entries()) resolve(verdicts[i] as RateLimitResult);
  } catch (fault) {
    for (const { reject } of batch) reject(fault);
  }
}

/** @throws RedisFault for anything but one verdict a request */
function readReply(reply: unknown, count: number): readonly RateLimitResult[] {
  const verdicts = Array.isArray(reply) && reply.length === count ? reply.map(verdictOf) : [];
  const known = verdicts.filter((verdict) => verdict !== undefined);
  if (known.length !== count) throw new RedisFault("nonsense");
  return known;
}

function hashKeyOf(secret: string): HashKey {
  const bytes = createHash("sha256").update(`peak limits ${secret}`).digest();
  return [bytes.readUInt32LE(0), bytes.readUInt32LE(4)];
}
