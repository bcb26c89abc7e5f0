import type { RateLimitResult } from "../operations/ports.js";
import { QUOTA } from "./policy.js";
import { WINDOW_MS } from "./ticks.js";
import { allowed, refused } from "./verdicts.js";

/** How a log's times wrap: 3 bytes, 4.7 h. A log lives much shorter, so they never meet. */
const WRAP = 2 ** 24;

/** A key outlives the window by a second: Redis reckons its end from a moment before the script has read the time. */
const KEEP_MS = WINDOW_MS + 1000;

/** Sets `time`, whole milliseconds, from the server's own clock: the clocks of the instances do not matter. */
const SERVER_TIME = "local t = redis.call('TIME') local time = t[1] * 1000 + math.floor(t[2] / 1000)";

/**
 * A sliding log on the server, for many clients in one round trip: at most 20 requests in any 60 s for each of `KEYS`.
 * A key holds the times of the granted requests within the window, oldest first, 3 bytes each, 60 at most. It expires
 * once the newest has left the window; a refused request changes nothing. After the server's clock was set back by less
 * than a window, times that lie ahead of it count as now; any further back and they are forgotten.
 *
 * The reply has one whole number for each key, see `verdictOf`.
 *
 * @param setTime Lua that sets `time`; tests bring a clock of their own
 */
export function slidingLog(setTime: string = SERVER_TIME): string {
  return `${setTime}
local now = time % ${WRAP}
local said = {}
for i, key in ipairs(KEYS) do
  local log = redis.call('GET', key) or ''
  local from = 1
  local age = 0
  while from <= #log do
    local a, b, c = string.byte(log, from, from + 2)
    age = (now - (a * 65536 + b * 256 + c)) % ${WRAP}
    if age > ${WRAP - WINDOW_MS} then age = 0 end
    if age < ${WINDOW_MS} then break end
    from = from + 3
    age = 0
  end
  log = string.sub(log, from)
  local count = #log / 3 + 1
  if count <= ${QUOTA} then
    log = log .. string.char(math.floor(now / 65536), math.floor(now / 256) % 256, now % 256)
    redis.call('SET', key, log, 'PX', ${KEEP_MS})
  end
  said[i] = count * ${WINDOW_MS} + age
end
return said`;
}

/**
 * What the log says of one request: which one it is within the window, 1..21, times 60,000, and the age of the oldest,
 * 0..59,999 ms. The 21st is refused.
 *
 * @returns `undefined` for anything a log does not say
 */
export function verdictOf(said: unknown): RateLimitResult | undefined {
  if (typeof said !== "number" || !Number.isInteger(said)) return undefined;
  const count = Math.floor(said / WINDOW_MS);
  if (count < 1 || count > QUOTA + 1) return undefined;
  const oldestAge = said % WINDOW_MS;
  return count > QUOTA ? refused(oldestAge) : allowed(count, oldestAge);
}
