/**
 * Shows how far a command is while it works: a line for each part, which is written over until the next part begins.
 *
 * @param terminal where to show it; nothing is shown unless it is a terminal
 * @param unit what is counted, in the plural
 */
export async function withProgress<T>(
  terminal: NodeJS.WriteStream,
  unit: string,
  work: (report: (part: string, done: number, total: number) => void) => Promise<T>,
): Promise<T> {
  if (!terminal.isTTY) return work(() => {});
  let shown: string | undefined;
  const report = (part: string, done: number, total: number): void => {
    const begin = shown === undefined || shown === part ? CLEAR_LINE : "\n";
    terminal.write(`${begin}${part} ${done} of ${total} ${unit}`);
    shown = part;
  };
  try {
    return await work(report);
  } finally {
    if (shown !== undefined) terminal.write("\n");
  }
}

const CLEAR_LINE = "\r\u001b[K";
