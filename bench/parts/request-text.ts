import type { LoadTarget } from "./load-order.js";

/** As many clients as the limiter is built for. */
export const CLIENTS = 1_000_000;

/** Requests a client makes before the next one takes over: under the limit of 20, which nobody may reach here. */
export const ASKS = 16;

const PLACEHOLDER = "198.100.100.100";

/** A request whose bytes are ready but for the client's address. */
export interface RequestText {
  readonly status: number;
  /** @returns the bytes, good until the next call. @param client 0..999,999 */
  from(client: number): Buffer;
}

/** Every client has an address of its own, written in place: nothing is allocated for a request. */
export function requestText({ path, lines, status }: LoadTarget): RequestText {
  const head = [`GET ${path} HTTP/1.1`, "Host: 127.0.0.1", `X-Forwarded-For: ${PLACEHOLDER}`, ...lines];
  const bytes = Buffer.from(`${head.join("\r\n")}\r\n\r\n`, "latin1");
  const address = bytes.indexOf(PLACEHOLDER);
  // 198.1dd.1dd.1dd: two digits of the client's number in each of three octets.
  const places = [5, 9, 13].map((octet) => address + octet);
  return {
    status,
    from(client) {
      let rest = client;
      for (const place of places) {
        bytes[place] = 48 + (Math.floor(rest / 10) % 10);
        bytes[place + 1] = 48 + (rest % 10);
        rest = Math.floor(rest / 100);
      }
      return bytes;
    },
  };
}
