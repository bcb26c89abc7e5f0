const told: string[] = [];

/** Says what is wrong with a host in the console, each thing once. */
export function tell(host: Element, words: string): void {
  if (told.includes(words)) return;
  told.push(words);
  console.warn(`nhci: ${words}`, host);
}
