/** One complete answer. */
export interface ReadAnswer {
  readonly status: number;
  /** Whether the server closes the connection after it. */
  readonly isLast: boolean;
}

/**
 * Finds the end of each answer on one connection without pipelining. The usual answer comes in one piece of the same
 * length as the one before and is not looked at beyond its status.
 *
 * @returns a function that takes the next piece, the first `size` of some bytes, and gives the answer once it is whole
 */
export function answerReader(): (bytes: Uint8Array, size: number) => ReadAnswer | undefined {
  let usual: ReadAnswer = { status: -1, isLast: false };
  let usualSize = -1;
  let kept: Buffer | undefined;
  return (bytes, size) => {
    if (kept === undefined && size === usualSize && statusOf(bytes) === usual.status) return usual;
    kept = Buffer.concat([kept ?? Buffer.alloc(0), bytes.subarray(0, size)]);
    const whole = wholeAnswer(kept);
    if (whole === undefined) return undefined;
    if (!whole.isLast) {
      usual = whole;
      usualSize = kept.length;
    }
    kept = undefined;
    return whole;
  };
}

function statusOf(bytes: Uint8Array): number {
  return ((bytes[9] ?? 0) - 48) * 100 + ((bytes[10] ?? 0) - 48) * 10 + ((bytes[11] ?? 0) - 48);
}

/** @throws Error when more came than was asked for */
function wholeAnswer(bytes: Buffer): ReadAnswer | undefined {
  const end = bytes.indexOf("\r\n\r\n");
  if (end === -1) return undefined;
  const head = bytes.toString("latin1", 0, end);
  const status = statusOf(bytes);
  const hasBody = status !== 304 && status !== 204;
  const length = end + 4 + (hasBody ? Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0) : 0);
  if (bytes.length > length) throw new Error(`an answer is longer than it says: ${bytes.length} > ${length}`);
  return bytes.length < length ? undefined : { status, isLast: /\r\nconnection: close/i.test(head) };
}
