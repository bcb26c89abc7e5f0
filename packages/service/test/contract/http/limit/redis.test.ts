import { describeRedis, tempRedis } from "../../../support/temp-redis.js";
import { timedRedis } from "../../../support/timed-redis.js";
import { limitSuite } from "./limit.suite.js";

const START = 1_795_000_000_000;

describeRedis("the limit in Redis, asked by three instances in turn", () => {
  const server = tempRedis();

  limitSuite(async () => {
    let now = START;
    let turn = 0;
    const { instances, setTime } = await timedRedis(server().url, 3, now);
    return {
      take: (client) => instances[turn++ % 3]!.take(client),
      async pass(ms) {
        now += ms;
        await setTime(now);
      },
    };
  });
});
