import { errorCode, errorMessage } from "../domain/errors.js";

/** Why a database failed, in plain words for the operator. The drivers' messages hold no password. */
export function faultSentence(cause: unknown): string {
  const message = messageOf(cause);
  if (NO_PASSWORD.test(message)) return "the server asks for a password, and the address has none";
  const known = SENTENCES[errorCode(cause)];
  if (known === undefined) return message;
  return message === "" ? known : `${known} (${message})`;
}

/** With several addresses of one name, Node throws one error without a message for all of them. */
function messageOf(cause: unknown): string {
  return cause instanceof AggregateError ? cause.errors.map(errorMessage).join("; ") : errorMessage(cause);
}

/** The only error without a code: the driver throws it before the server can refuse. */
const NO_PASSWORD = /^SASL: \S+ client password must be /;

/**
 * PostgreSQL's SQLSTATE codes whose own text says too little, or names what the operator cannot change; and codes of
 * sockets and name services.
 */
const SENTENCES: Readonly<Record<string, string>> = {
  "28P01": "the user or the password is refused",
  "28000": "this user may not connect from here (pg_hba.conf on the server)",
  "3D000": "there is no database of that name on the server: create it first",
  "42501": "the user lacks a right there: docs/operations.md lists what the owner of the tables has to grant",
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
