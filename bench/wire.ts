/** Bytes of requests and ends of responses, with so little work that the load costs less than the server it measures. */

/** As many clients as the limiter is built for. */
export const CLIENTS = 1_000_000;

/** Requests a client makes before the next one takes over: under the limit of 20, which nobody may reach here. */
export const REQUESTS_PER_CLIENT = 16;

const PLACEHOLDER = "198.100.100.100";

/** What every connection asks, and the status it expects. */
export interface RequestSpec {
  readonly path: string;
  /** Full header lines, without line ends; `Host` and `X-Forwarded-For` are added. */
  readonly headers: readonly string[];
  readonly status: number;
}

/** A request whose bytes are ready but for the client's address. */
export interface RequestBytes {
  readonly status: number;
  /** @returns the bytes, good until the next call. @param client 0..999,999 */
  from(client: number): Buffer;
}

/** One complete response. */
export interface ReadResponse {
  readonly status: number;
  /** Whether the server closes the connection after it. */
  readonly isLast: boolean;
}

/** Every client has an address of its own, written in place: nothing is allocated for a request. */
export function requestBytes({ path, headers, status }: RequestSpec): RequestBytes {
  const head = [`GET ${path} HTTP/1.1`, "Host: 127.0.0.1", `X-Forwarded-For: ${PLACEHOLDER}`, ...headers];
  const bytes = Buffer.from(`${head.join("\r\n")}\r\n\r\n`, "latin1");
  const address = bytes.indexOf(PLACEHOLDER);
  // 198.1dd.1dd.1dd: two digits of the client's number in each of three octets.
  const offsets = [5, 9, 13].map((octet) => address + octet);
  return {
    status,
    from(client) {
      let rest = client;
      for (const offset of offsets) {
        bytes[offset] = 48 + (Math.floor(rest / 10) % 10);
        bytes[offset + 1] = 48 + (rest % 10);
        rest = Math.floor(rest / 100);
      }
      return bytes;
    },
  };
}

/**
 * Finds the end of each response on one connection without pipelining. The usual response comes in one piece of the same
 * length as the one before and is not looked at beyond its status.
 *
 * @returns a function that takes the next piece, the first `size` of some bytes, and gives the response once it is whole
 */
export function responseReader(): (bytes: Uint8Array, size: number) => ReadResponse | undefined {
  let usual: ReadResponse = { status: -1, isLast: false };
  let usualSize = -1;
  let pending: Buffer | undefined;
  return (bytes, size) => {
    if (pending === undefined && size === usualSize && statusOf(bytes) === usual.status) return usual;
    pending = Buffer.concat([pending ?? Buffer.alloc(0), bytes.subarray(0, size)]);
    const whole = wholeResponse(pending);
    if (whole === undefined) return undefined;
    if (!whole.isLast) {
      usual = whole;
      usualSize = pending.length;
    }
    pending = undefined;
    return whole;
  };
}

function statusOf(bytes: Uint8Array): number {
  return ((bytes[9] ?? 0) - 48) * 100 + ((bytes[10] ?? 0) - 48) * 10 + ((bytes[11] ?? 0) - 48);
}

/** @throws Error when more came than was asked for */
function wholeResponse(bytes: Buffer): ReadResponse | undefined {
  const end = bytes.indexOf("\r\n\r\n");
  if (end === -1) return undefined;
  const head = bytes.toString("latin1", 0, end);
  const status = statusOf(bytes);
  const hasBody = status !== 304 && status !== 204;
  const length = end + 4 + (hasBody ? Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0) : 0);
  if (bytes.length > length) throw new Error(`a response is longer than it says: ${bytes.length} > ${length}`);
  return bytes.length < length ? undefined : { status, isLast: /\r\nconnection: close/i.test(head) };
}
