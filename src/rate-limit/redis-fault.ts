/** Why Redis gave no verdict. Part of nothing the public sees; `reason` is safe to log. */
export class RedisFault extends Error {
  /** `slow`, `closed`, `nonsense`, or a code such as `ECONNREFUSED` or `READONLY`. Never a text of the server's. */
  readonly reason: string;

  constructor(reason: string, cause?: unknown) {
    super(`Redis: ${reason}`, { cause });
    this.reason = reason;
  }
}

/** What the client library throws, as a fault. An error reply begins with a code in capitals; system and TLS errors have one in `code`. */
export function redisFault(error: unknown): RedisFault {
  return error instanceof RedisFault ? error : new RedisFault(codeOf(error) ?? "closed", error);
}

/** The code of a reply, such as `NOSCRIPT`, or of a system error. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.name === "ReplyError") return /^[A-Z]{2,20}(?= |$)/.exec(error.message)?.[0] ?? "ERR";
  return "code" in error && typeof error.code === "string" ? error.code : undefined;
}
