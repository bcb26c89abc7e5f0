/**
 * The name that somebody has probably meant with another one: the same but for case and underscores, one sign or two
 * exchanged ones away, two in a long name.
 */
export function meantName(written: string, names: readonly string[]): string | undefined {
  const word = bare(written);
  const isClose = (name: string) => distance(word, bare(name)) <= (name.length < LONG ? 1 : 2);
  return names.find((name) => isClose(name) || isExchanged(word, bare(name)));
}

/** Shorter names are close to too many others: HOST to HOME. */
const LONG = 8;

function bare(name: string): string {
  return name.toUpperCase().replaceAll(/[_-]/g, "");
}

/** Whether two neighboring signs have changed places. */
function isExchanged(a: string, b: string): boolean {
  const at = [...a].findIndex((sign, i) => sign !== b[i]);
  return (
    a ===
    b.slice(0, at) +
      b
        .slice(at, at + 2)
        .split("")
        .reverse()
        .join("") +
      b.slice(at + 2)
  );
}

/** How many signs have to be added, removed or replaced to make one word of the other (Levenshtein). */
function distance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (above[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(replaced, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    above = row;
  }
  return above[b.length] ?? 0;
}
