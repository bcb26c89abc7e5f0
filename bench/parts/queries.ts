import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { findPostgres } from "../../test/support/find-postgres.js";
import { startPostgres } from "../../test/support/postgres-server.js";
import type { Installation } from "./installation.js";
import { ROOT } from "./places.js";
import { type Row, row } from "./row.js";
import { startService } from "./service.js";

const CURRENT = "/api/public/nhci";
const PATHS = [CURRENT, `${CURRENT}/history`];
const REQUESTS = 5000;
const LANES = 20;
/** Every statement the server is told, with the name of who asks. */
const LOG = "log_statement = 'all'\nlog_line_prefix = '<%a> '";
/** The periodic look of an instance, which no request causes. */
const isLook = (statement: string) => /coalesce\(\(select expires_at <=/.test(statement);

/** What an answering instance asks PostgreSQL because of requests. Nothing without a PostgreSQL. */
export async function queryRows({ copy }: Installation): Promise<Row[]> {
  const program = findPostgres();
  if (program === undefined) return [];
  const postgres = await startPostgres(program, LOG);
  try {
    const settings = copy();
    const to = postgres.address("postgres").href;
    const words = ["dist/bundle/main.js", "copy", "--from", `sqlite:${settings["DATA_DIR"]}`, "--to", to];
    execFileSync(process.execPath, words, { cwd: ROOT, stdio: ["ignore", "ignore", "inherit"] });
    const service = await startService({ ...settings, DATABASE_URL: to, ROLE: "api", TRUSTED_PROXIES: "127.0.0.1" });
    try {
      await service.until(CURRENT);
      while (!statementsIn(postgres.folder).slice(-2).every(isLook)) await setTimeout(100); // its start is over
      const statementCount = statementsIn(postgres.folder).length;
      await ask(service.port);
      const made = statementsIn(postgres.folder).slice(statementCount);
      const asked = made.filter((statement) => !isLook(statement)).length;
      return [
        row({
          name: "database queries for 1,000 requests",
          unit: "queries",
          samples: [(asked * 1000) / REQUESTS],
          goal: { most: 0 },
          note: `ROLE=api on PostgreSQL, ${REQUESTS} requests; beside them it looked ${made.length - asked} times for news`,
        }),
      ];
    } finally {
      await service.stop();
    }
  } finally {
    await postgres.end();
  }
}

function statementsIn(folder: string): readonly string[] {
  const log = readFileSync(join(folder, "log"), "utf8");
  return log.split(/\n(?=<)/).filter((entry) => /^<peak> LOG: {2}(statement|execute)/.test(entry));
}

/** Each request comes from a client of its own. */
async function ask(port: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: LANES });
  let left = REQUESTS;
  const lane = async () => {
    while (left-- > 0) await one(agent, port, left);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  agent.destroy();
}

function one(agent: Agent, port: number, number: number): Promise<void> {
  const client = `10.0.${number >> 8}.${number & 255}`;
  const options = { host: "127.0.0.1", port, path: PATHS[number % 2], agent, headers: { "x-forwarded-for": client } };
  return new Promise((resolve, reject) => {
    const asking = request(options, (response) => {
      if (response.statusCode !== 200) reject(new Error(`a request got ${response.statusCode}`));
      response.resume().on("end", resolve);
    });
    asking.on("error", reject).end();
  });
}
