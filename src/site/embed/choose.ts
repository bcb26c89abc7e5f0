import { type EmbedSite, embedSnippets } from "../../chart/embed-snippets.js";
import { EMBED_KINDS, type EmbedKind } from "../../chart/embeds.js";
import { LANGUAGES, type Language } from "../../chart/locale.js";
import { type Html, html } from "../html.js";
import type { ChooseWords, EmbedWords } from "../locales/embed-shape.js";
import { WORDS } from "../locales/words.js";

interface Place extends EmbedSite {
  /** From this page to the root of the site. */
  readonly root: string;
  readonly language: Language;
}

/**
 * The configurator, which its script (`widgets/site/configurator.ts`) makes visible and alive, and snippets for the
 * usual choices, which that script hides.
 */
export function chooseSection({ kinds, choose, ready }: EmbedWords, place: Place): Html {
  return html`<section aria-labelledby="choose">
<h2 id="choose">${choose.heading}</h2>
${configurator(kinds, choose, place)}
<div id="ready">
<h3 class="visually-hidden">${ready}</h3>
${EMBED_KINDS.map((kind) => readySnippets(kind, kinds[kind], place))}</div>
</section>`;
}

function configurator(kinds: EmbedWords["kinds"], words: ChooseWords, place: Place): Html {
  const { address, indexName, root, language } = place;
  const [small, medium, large] = words.sizes;
  const [auto, light, dark] = words.themes;
  const tongues = LANGUAGES.map((each) => option(each, WORDS[each].common.language));
  return html`<div id="configurator" hidden data-address="${address}" data-name="${indexName}" data-root="${root}" data-language="${language}" data-copy="${words.copy}" data-copied="${words.copied}" data-selected="${words.selected}">
<div class="choices">
${menu(
  "kind",
  words.kind,
  EMBED_KINDS.map((kind) => option(kind, kinds[kind])),
)}
${menu("size", words.size, [option("sm", small), option("md", medium, true), option("lg", large)])}
${menu("theme", words.theme, [option("auto", auto), option("light", light), option("dark", dark)])}
${menu("language", words.language, [option("", words.pageLanguage), ...tongues])}
</div>
<p class="soft small" data-part="fills">${words.fills}</p>
<h3>${words.preview}</h3>
<div class="preview" data-part="preview"></div>
<h3>${words.code}</h3>
${["HTML", "Markdown"].map(
  (
    form,
  ) => html`<div class="snippet" data-form="${form}"><div class="bar"><span>${form}</span><button type="button">${words.copy}</button></div><pre tabindex="0"><code></code></pre></div>
`,
)}<p class="visually-hidden" role="status" data-part="said"></p>
</div>`;
}

function menu(name: string, label: string, options: readonly Html[]): Html {
  return html`<label><span>${label}</span><select name="${name}">${options}</select></label>`;
}

function option(value: string, label: string, isChosen = false): Html {
  return html`<option value="${value}"${isChosen ? html` selected` : undefined}>${label}</option>`;
}

function readySnippets(kind: EmbedKind, name: string, place: Place): Html {
  const theme = kind.includes("-") ? "light" : "auto";
  const language = kind === "chart" || kind === "badge" || place.language === "en" ? undefined : place.language;
  return html`<h3>${name}</h3>
${embedSnippets({ kind, size: "md", theme, language }, place).map(
  ({ code }) => html`<pre tabindex="0"><code>${code}</code></pre>
`,
)}`;
}
