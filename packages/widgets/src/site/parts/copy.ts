/** Copies the code block of a "Copy" button; if the browser refuses, selects it for the reader to copy. */

import { element } from "../../shared/dom.js";
import { say } from "../../shared/say.js";

export function offerCopies(): void {
  const note = element("p");
  note.className = "visually-hidden";
  note.setAttribute("role", "status");
  document.body.append(note);
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>("button.copy") : null;
    const code = button?.parentElement?.querySelector("code");
    if (button && code) void copy(code, button, note);
  });
}

async function copy(code: HTMLElement, button: HTMLElement, status: HTMLElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(code.textContent ?? "");
    say(button, button.dataset["copied"] ?? "", status);
  } catch {
    getSelection()?.selectAllChildren(code);
    say(button, button.dataset["selected"] ?? "", status);
  }
}
