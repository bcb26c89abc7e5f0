import { type IncomingHttpHeaders, request } from "node:http";

/** An answer as it came over the wire. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Names and values by turns, as they were sent. */
  readonly raw: readonly string[];
  readonly bytes: Buffer;
}

/** Asks without `fetch`, which always wants compression and unpacks it. */
export function get(url: string, headers: Record<string, string> = {}, method = "GET"): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const asking = request(url, { headers, method }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("end", () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          raw: answer.rawHeaders,
          bytes: Buffer.concat(parts),
        }),
      );
    });
    asking.on("error", reject);
    asking.end();
  });
}
