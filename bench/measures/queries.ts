/** That requests cause no query of the database. */

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { findPostgres } from "../../packages/service/test/support/find-programs.js";
import { startPostgres } from "../../packages/service/test/support/postgres-server.js";
import { type PreparedData, startService } from "../service.js";
import { ROOT } from "../start-command.js";
import { type Row, row } from "../table.js";

const CURRENT = "/api/public/nhci";
const PATHS = [CURRENT, `${CURRENT}/history`];
const REQUESTS = 5000;
const CONNECTIONS = 20;
/** PostgreSQL logs every statement with the name of the client. */
const LOG_SETTINGS = "log_statement = 'all'\nlog_line_prefix = '<%a> '";
/** The periodic poll of an instance, which no request causes. */
const isPoll = (statement: string) => /coalesce\(\(select expires_at <=/.test(statement);

/** What an answering instance asks PostgreSQL because of requests. Nothing without a PostgreSQL. */
export async function queryRows({ copy }: PreparedData): Promise<Row[]> {
  const program = findPostgres();
  if (program === undefined) return [];
  const postgres = await startPostgres(program, LOG_SETTINGS);
  try {
    const settings = copy();
    const to = postgres.address("postgres").href;
    const words = [
      "packages/service/dist/bundle/main.js",
      "copy",
      "--from",
      `sqlite:${settings["DATA_DIR"]}`,
      "--to",
      to,
    ];
    execFileSync(process.execPath, words, { cwd: ROOT, stdio: ["ignore", "ignore", "inherit"] });
    const service = await startService({ ...settings, DATABASE_URL: to, ROLE: "api", TRUSTED_PROXIES: "127.0.0.1" });
    try {
      await service.until(CURRENT);
      while (!statementsIn(postgres.folder).slice(-2).every(isPoll)) await setTimeout(100); // its start is over
      const statementCount = statementsIn(postgres.folder).length;
      await sendRequests(service.port);
      const added = statementsIn(postgres.folder).slice(statementCount);
      const caused = added.filter((statement) => !isPoll(statement)).length;
      return [
        row({
          name: "database queries for 1,000 requests",
          unit: "queries",
          samples: [(caused * 1000) / REQUESTS],
          goal: { max: 0 },
          note: `ROLE=api on PostgreSQL, ${REQUESTS} requests; beside them it polled ${added.length - caused} times`,
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
async function sendRequests(port: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let left = REQUESTS;
  const worker = async () => {
    while (left-- > 0) await get(agent, port, left);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  agent.destroy();
}

function get(agent: Agent, port: number, n: number): Promise<void> {
  const client = `10.0.${n >> 8}.${n & 255}`;
  const options = { host: "127.0.0.1", port, path: PATHS[n % 2], agent, headers: { "x-forwarded-for": client } };
  return new Promise((resolve, reject) => {
    const sent = request(options, (response) => {
      if (response.statusCode !== 200) reject(new Error(`a request got ${response.statusCode}`));
      response.resume().on("end", resolve);
    });
    sent.on("error", reject).end();
  });
}
