/** The script of the page about embedding: a configurator with a preview and the code to copy. */

import {
  canFollowSystem,
  type EmbedKind,
  type EmbedOptions,
  embedName,
  embedPath,
  embedSize,
  embedSnippets,
  hasAssets,
  LANGUAGES,
  type Size,
  type Theme,
  widthsOf,
} from "peak-cycle-drawing";
import { say } from "../shared/say.js";

/** Shows the configurator in place of the ready snippets. */
function configure(root: HTMLElement): void {
  root.hidden = false;
  document.getElementById("ready")?.remove();
  const show = () => {
    const choice = choiceOf(root);
    const size = menu(root, "size");
    const widths = widthsOf(choice.kind);
    size.disabled = widths === undefined;
    for (const each of size.options) each.textContent = widths ? `${widths[each.value as Size]} px` : "–";
    const asset = root.querySelector<HTMLSelectElement>("select[name=asset]"); // where the site offers one
    if (asset !== null) asset.disabled = !hasAssets(choice.kind);
    for (const each of menu(root, "theme").options)
      each.disabled = each.value === "auto" && !canFollowSystem(choice.kind);
    part(root, "fills").hidden = choice.kind !== "chart";
    showSnippets(root, choice);
    return choice;
  };
  const preview = () => showPreview(root, show());
  for (const each of root.querySelectorAll("select")) each.addEventListener("change", preview);
  for (const each of root.querySelectorAll<HTMLElement>("[data-form]")) {
    each.querySelector("button")?.addEventListener("click", () => void copy(root, each));
  }
  addEventListener("message", (event) => fitFrame(root, event));
  show();
  whenSeen(part(root, "preview"), preview);
}

/** Drawing a widget takes a tenth of a second on a phone, which readers need not wait for while they see none of it. */
function whenSeen(box: HTMLElement, draw: () => void): void {
  new IntersectionObserver(([entry], watch) => {
    if (!entry?.isIntersecting) return;
    watch.disconnect();
    if (box.childElementCount === 0) draw();
  }).observe(box);
}

function choiceOf(root: HTMLElement): EmbedOptions {
  const kind = menu(root, "kind").value as EmbedKind;
  const theme = menu(root, "theme").value as Theme;
  const isScript = kind === "chart" || kind === "badge";
  // A script sees the language of the page it stands on; a picture or an iframe has to be told.
  const language = menu(root, "language").value || (isScript ? "" : root.dataset["language"]);
  const asset = root.querySelector<HTMLSelectElement>("select[name=asset]")?.value;
  return {
    kind,
    size: menu(root, "size").value as Size,
    theme: theme === "auto" && !canFollowSystem(kind) ? "light" : theme,
    language: LANGUAGES.find((each) => each === language),
    asset: asset === "crypto" && hasAssets(kind) ? "crypto" : "btc",
  };
}

function showPreview(root: HTMLElement, choice: EmbedOptions): void {
  const box = part(root, "preview");
  box.className = `preview ${choice.theme}`;
  box.replaceChildren(embedOf(root, choice));
}

/** What the code would put on a page, from this very site. */
function embedOf(root: HTMLElement, choice: EmbedOptions): HTMLElement {
  const { kind, language, asset } = choice;
  const path = embedPath(choice);
  if (path === undefined) return hostOf(choice);
  const shown = document.createElement(kind === "frame" ? "iframe" : "img");
  shown.src = `${root.dataset["root"]}${path.slice(1)}`;
  for (const [name, px] of Object.entries(embedSize(choice) ?? {})) shown.setAttribute(name, String(px));
  const name = embedName(root.dataset["name"] ?? "", asset, language ?? "en");
  shown.setAttribute(kind === "frame" ? "title" : "alt", name);
  return shown;
}

/** The host of a script. */
function hostOf({ kind, size, theme, language, asset }: EmbedOptions): HTMLElement {
  const host = document.createElement("div");
  host.setAttribute(kind === "chart" ? "data-nhci-widget" : "data-nhci-badge", "");
  host.dataset["theme"] = theme;
  if (asset === "crypto") host.dataset["asset"] = asset;
  if (kind === "badge" && size !== "md") host.dataset["size"] = size;
  if (language !== undefined) host.dataset["lang"] = language;
  return host;
}

/** What the page about embedding recommends to others. */
function fitFrame(root: HTMLElement, { origin, source, data }: MessageEvent): void {
  const frame = root.querySelector("iframe");
  if (frame === null || origin !== location.origin || source !== frame.contentWindow) return;
  if (data?.type === "peak:height" && Number.isFinite(data.height)) frame.height = String(data.height);
}

function showSnippets(root: HTMLElement, choice: EmbedOptions): void {
  const site = { address: root.dataset["address"] ?? "", indexName: root.dataset["name"] ?? "" };
  const snippets = new Map(embedSnippets(choice, site).map(({ form, code }) => [form as string, code]));
  for (const each of root.querySelectorAll<HTMLElement>("[data-form]")) {
    const text = snippets.get(each.dataset["form"] ?? "");
    each.hidden = text === undefined;
    const code = each.querySelector("code");
    if (code !== null) code.textContent = text ?? "";
  }
}

/** Copies the code; where the browser refuses, selects it, so that the reader can copy it. */
async function copy(root: HTMLElement, snippet: HTMLElement): Promise<void> {
  const [code, button] = [snippet.querySelector("code"), snippet.querySelector("button")];
  if (code === null || button === null) return;
  try {
    await navigator.clipboard.writeText(code.textContent ?? "");
    say(button, root.dataset["copied"] ?? "", part(root, "said"));
  } catch {
    getSelection()?.selectAllChildren(code);
    say(button, root.dataset["selected"] ?? "", part(root, "said"));
  }
}

function menu(root: HTMLElement, name: "kind" | "size" | "theme" | "language"): HTMLSelectElement {
  return root.querySelector(`select[name=${name}]`) as HTMLSelectElement;
}

function part(root: HTMLElement, name: string): HTMLElement {
  return root.querySelector(`[data-part=${name}]`) as HTMLElement;
}

const root = document.getElementById("configurator");
if (root !== null) configure(root);
