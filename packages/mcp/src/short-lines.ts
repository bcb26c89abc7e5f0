/** Lines of an input as they come, without those that are too long to be messages: the protocol's own reader would end at one. */
export async function* shortLines(input: AsyncIterable<Uint8Array | string>, refuse: () => void) {
  let parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of input) {
    const data = Buffer.from(chunk);
    for (let from = 0; from < data.length; ) {
      const newline = data.indexOf("\n", from);
      const part = data.subarray(from, newline === -1 ? data.length : newline + 1);
      from += part.length;
      bytes += part.length;
      if (bytes > MAX_LINE_BYTES) parts = [];
      else parts.push(part);
      if (newline === -1) continue;
      if (bytes > MAX_LINE_BYTES) refuse();
      else yield Buffer.concat(parts);
      parts = [];
      bytes = 0;
    }
  }
}

/** No message to us is longer than some hundred bytes. */
export const MAX_LINE_BYTES = 1_000_000;
