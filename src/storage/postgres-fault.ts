import { reasonOf } from "./attempt.js";

/** PostgreSQL's SQLSTATE codes whose own text says too little, or names what the operator cannot change. */
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
};

/** Codes of sockets and name services. */
const CONNECTION: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nobody answers there",
  ECONNRESET: "the connection was cut",
  EPIPE: "the connection was cut",
  ETIMEDOUT: "the server does not answer",
  EHOSTUNREACH: "there is no way to the server",
  ENETUNREACH: "there is no way to the server",
  ENOTFOUND: "the name of the server is not known",
  EAI_AGAIN: "the name of the server cannot be looked up now",
};

/** The one fault without a code: the driver says it by itself, before the server could refuse. */
const NO_PASSWORD = /^SASL: \S+ client password must be /;

/** What failed between us and PostgreSQL, in plain words. The driver's messages hold no password. */
export function postgresReason(cause: unknown): string {
  if (cause instanceof Error && NO_PASSWORD.test(cause.message)) {
    return "the server asks for a password, and the address has none";
  }
  const code = codeOf(cause);
  const known = SENTENCES[code] ?? CONNECTION[code];
  const said = saidBy(cause);
  if (known === undefined) return said;
  return said === "" ? known : `${known} (${said})`;
}

/** Whether the server itself refused a statement, on a connection that goes on working. */
export function isRefusedStatement(cause: unknown): boolean {
  return cause instanceof Error && "severity" in cause && cause.severity === "ERROR";
}

/** With several addresses of one name, Node throws one error without a message for all of them. */
function saidBy(cause: unknown): string {
  return cause instanceof AggregateError ? cause.errors.map(reasonOf).join("; ") : reasonOf(cause);
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && "code" in cause ? String(cause.code) : "";
}
