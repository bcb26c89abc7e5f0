import type { PostgresPool, PostgresPoolClient } from "kysely";
import { Client, type ClientBase, Pool, type PoolClient, type PoolConfig, TypeOverrides, types } from "pg";
import { errorCode, errorMessage } from "../domain/errors.js";

/**
 * Jobs seldom need more than two at once, `/readyz` is the third, and the lease has a fourth to itself. PostgreSQL
 * allows 100 by default: ten instances, and ten more while they are replaced one by one, leave 20 to others.
 */
const MAX_CONNECTIONS = 3;
/** A server that is there answers within milliseconds; a start should not hang on one that is not. */
const CONNECT_MS = 5000;
/** Longer than the 50 s between two requests for the price, so that one connection stays. */
const IDLE_MS = 90_000;
/** The longest statement, 6,000 days at once, takes half a second on a slow machine. */
const STATEMENT_MS = 30_000;
/** A process that was paused in a transaction must not hold up the one that takes over from it within 30 s. */
const PAUSED_TRANSACTION_MS = 10_000;
/** The server ends every statement in its time; when not even that arrives, the connection is dead. */
const GRACE_MS = 5000;
/** TCP keep-alive on idle connections, so that firewalls keep them and a dead server is noticed. */
const KEEP_ALIVE_MS = 10_000;

/** Settings sent once a connection. They are the same for every process, so that a pooler may share connections. */
const SESSION = `select
  set_config('default_transaction_isolation', 'read committed', false),
  set_config('statement_timeout', '${STATEMENT_MS}', false),
  set_config('idle_in_transaction_session_timeout', '${PAUSED_TRANSACTION_MS}', false),
  set_config('extra_float_digits', '3', false),
  set_config('synchronous_commit',
    case current_setting('synchronous_commit') when 'off' then 'on' else current_setting('synchronous_commit') end,
    false)`;

/** A pool whose connections can be closed, whatever they wait for. */
interface CuttablePool extends Pool {
  readonly cut: () => void;
}

/**
 * Connections to PostgreSQL, made when they are needed and made anew when the server has ended them.
 *
 * @param longestMs the longest time a statement may take by the server's own count
 * @param most how many connections there may be at once
 */
export function postgresPool(address: URL, longestMs = STATEMENT_MS, most = MAX_CONNECTIONS): CuttablePool {
  const open = new Set<Client>();
  const pool = new Pool({
    Client: clientAmong(open),
    application_name: "peak",
    connectionString: withStandardTls(address),
    max: most,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: IDLE_MS,
    query_timeout: longestMs + GRACE_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    types: exactNumbers(),
    onConnect: begin,
  } satisfies PoolConfig & Record<"Client", unknown>);
  pool.on("error", ignore);
  return Object.assign(pool, {
    cut() {
      for (const client of open) client.connection.stream.destroy();
    },
  });
}

/**
 * Clients that are in the set while their socket is open. When a login fails on our side, as without the password that
 * the server asks for, the driver leaves the socket open, and the process cannot end before the server gives up after a
 * minute.
 */
function clientAmong(open: Set<Client>): typeof Client {
  return class extends Client {
    constructor(config?: ConstructorParameters<typeof Client>[0]) {
      super(config);
      open.add(this);
      this.once("end", () => open.delete(this));
    }

    override connect(): Promise<Client>;
    override connect(callback: (error: Error | null) => void): void;
    override connect(callback?: (error: Error | null) => void): Promise<Client> | undefined {
      if (callback === undefined) return super.connect();
      super.connect((error: Error | null) => {
        if (error) this.connection.stream.destroy();
        callback(error);
      });
      return undefined;
    }
  };
}

async function begin(client: ClientBase): Promise<void> {
  client.on("error", ignore);
  await client.query(SESSION);
}

/**
 * A connection that ends while idle is replaced by the next query. Without a listener its error would end the process.
 */
function ignore(): void {}

/** `sslmode` as PostgreSQL's own clients mean it; the driver's older meaning of it comes with a warning. */
function withStandardTls(address: URL): string {
  const url = new URL(address);
  url.searchParams.set("uselibpqcompat", "true");
  return url.href;
}

/** A 64-bit integer comes as text by default, since a number holds it up to 2^53 only. Ours are smaller. */
function exactNumbers(): TypeOverrides {
  const overrides = new TypeOverrides();
  overrides.setTypeParser(types.builtins.INT8, (text) => {
    const value = Number(text);
    if (!Number.isSafeInteger(value)) throw new Error(`${text} is too large for an exact number`);
    return value;
  });
  return overrides;
}

/** The pool as Kysely uses it: faults in plain words, and a connection in doubt is never used again. */
export function guardedPool(pool: Pool): PostgresPool {
  return {
    async connect() {
      try {
        return guardedClient(await pool.connect());
      } catch (cause) {
        throw new Error(postgresReason(cause), { cause });
      }
    },
    end: () => pool.end(),
    options: pool.options,
  };
}

function guardedClient(client: PoolClient): PostgresPoolClient {
  let fault: Error | undefined;
  const query = async (text: string, values: readonly unknown[]): Promise<unknown> => {
    if (fault !== undefined) throw fault;
    // PostgreSQL does have NaN; a missing value is null, so NaN is a bug.
    if (values.some(Number.isNaN)) throw new Error("NaN cannot be stored");
    try {
      return await client.query(text, [...values]);
    } catch (cause) {
      const error = new Error(postgresReason(cause), { cause });
      if (!isRefusedStatement(cause)) fault = error;
      throw error;
    }
  };
  return { query: query as PostgresPoolClient["query"], release: () => client.release(fault) };
}

/**
 * PostgreSQL's SQLSTATE codes whose own text says too little, or names what the operator cannot change; and codes of
 * sockets and name services.
 */
const SENTENCES: Readonly<Record<string, string>> = {
  "28P01": "the user or the password is refused",
  "28000": "this user may not connect from here (pg_hba.conf on the server)",
  "3D000": "there is no database of that name on the server: create it first",
  "42501": "the user lacks a right there",
  "53300": "the server has no connection left",
  "57P01": "the server has ended the connection",
  "57P02": "the server has ended the connection",
  "57P03": "the server is starting or stopping",
  "57014": "the server took too long and was told to stop",
  ECONNREFUSED: "nobody answers there",
  ECONNRESET: "the connection was cut",
  EPIPE: "the connection was cut",
  ETIMEDOUT: "the server does not answer",
  EHOSTUNREACH: "there is no way to the server",
  ENETUNREACH: "there is no way to the server",
  ENOTFOUND: "the name of the server is not known",
  EAI_AGAIN: "the name of the server cannot be looked up now",
};

/** The only error without a code: the driver throws it before the server can refuse. */
const NO_PASSWORD = /^SASL: \S+ client password must be /;

/** What failed between us and PostgreSQL, in plain words. The driver's messages hold no password. */
function postgresReason(cause: unknown): string {
  if (cause instanceof Error && NO_PASSWORD.test(cause.message)) {
    return "the server asks for a password, and the address has none";
  }
  const known = SENTENCES[errorCode(cause)];
  const message = messageOf(cause);
  if (known === undefined) return message;
  return message === "" ? known : `${known} (${message})`;
}

/** Whether the server itself refused a statement, on a connection that goes on working. */
function isRefusedStatement(cause: unknown): boolean {
  return cause instanceof Error && "severity" in cause && cause.severity === "ERROR";
}

/** With several addresses of one name, Node throws one error without a message for all of them. */
function messageOf(cause: unknown): string {
  return cause instanceof AggregateError ? cause.errors.map(errorMessage).join("; ") : errorMessage(cause);
}
