import { element } from "../shared/dom.js";

/** The API reference: a button beside each call that asks it and shows what comes back. */
for (const container of document.querySelectorAll<HTMLElement>("[data-try]")) addButton(container);

/** Puts a button beside the link to the answer; it shows the answer below. */
function addButton(container: HTMLElement): void {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = container.dataset["button"] ?? "";
  const shown = document.createElement("div");
  shown.setAttribute("role", "status");
  button.addEventListener("click", async () => {
    button.disabled = true;
    shown.replaceChildren(element("p", container.dataset["asking"] ?? ""));
    shown.replaceChildren(...(await ask(container)));
    button.disabled = false;
  });
  container.firstElementChild?.prepend(button);
  container.append(shown);
}

async function ask(container: HTMLElement): Promise<readonly HTMLElement[]> {
  const { status = "", headers = "", body = "", failed = "" } = container.dataset;
  const started = performance.now();
  try {
    const answer = await fetch(container.dataset["try"] ?? "", { credentials: "omit" });
    const text = await answer.text();
    const ms = Math.round(performance.now() - started);
    const readable = answer.headers.get("Access-Control-Expose-Headers")?.split(", ") ?? [];
    const names = ["Content-Type", "Cache-Control", ...readable].filter((name) => answer.headers.has(name));
    return [
      element("h4", status),
      block(`${answer.status} ${answer.statusText} · ${ms} ms`),
      element("h4", headers),
      block(names.map((name) => `${name}: ${answer.headers.get(name)}`).join("\n")),
      element("h4", body),
      block(indented(text)),
    ];
  } catch {
    return [element("p", failed)];
  }
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** Long answers scroll inside; the keyboard reaches them. */
function block(text: string): HTMLElement {
  const pre = element("pre", text);
  pre.tabIndex = 0;
  return pre;
}
