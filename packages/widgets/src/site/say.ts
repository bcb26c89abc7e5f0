const SAID_MS = 3000;

/** Writes on a button for three seconds what it has done, and for screen readers in a line of its own. */
export function say(button: HTMLElement, words: string, line?: HTMLElement): void {
  // A second press comes while the first words still stand there.
  const usual = (button.dataset["usual"] ??= button.textContent ?? "");
  const write = (onButton: string, inLine: string) => {
    button.textContent = onButton;
    if (line !== undefined) line.textContent = inLine;
  };
  write(words, words);
  setTimeout(() => write(usual, ""), SAID_MS);
}
