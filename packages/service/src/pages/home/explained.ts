/** The questions at the end of the front page with short answers, and links to the long ones. */
import { type Language, translate } from "peak-cycle-drawing";
import { MAX_SCORE, PHASES, SIGNAL_KEYS } from "peak-cycle-model";
import { codeBlock, list, namedPoints, section, table } from "../blocks.js";
import { formatOf } from "../format.js";
import { type Html, html, type Text } from "../html.js";
import type { Locale } from "../locales/locale.js";
import { localeOf } from "../locales/locales.js";
import { addressOf, type PageContext } from "../site.js";

export function questionsSection(context: PageContext): Html {
  const { home, cycle } = localeOf(context.language);
  const answers = [
    phasesSection(home.phases, context),
    fold("settled", home.settled.heading)`<p>${home.settled.text} ${more("settled-phase", context)}</p>`,
    signalsSection(home.signals, context),
    flagsSection(home.flags, context),
    methodSection(home.method, context),
    wrongSection(home.wrong, context),
    useSection(home.use, context),
    context.site.apiPro
      ? fold("pro", "API Pro")`<p>${home.pro.open} <a href="${context.pageLink("docs")}#api-pro">API</a></p>`
      : fold("pro", html`API Pro <small class="soft">${home.pro.soon}</small>`)`<p>${home.pro.text}</p>`,
  ];
  return section("questions", cycle.questions)`<p class="lede">${home.lead}</p>
${answers}`;
}

/** Leads to a section of the method. */
function more(section: string, { language, pageLink }: PageContext): Text {
  return localeOf(language).home.more(`${pageLink("method")}#${section}`);
}

/** A short answer, the template, behind its name. */
function fold(id: string, heading: Text): typeof html {
  return (strings, ...parts) => html`<details class="fold" id="${id}"><summary><h3>${heading}</h3></summary>
${html(strings, ...parts)}
</details>
`;
}

/** The five ranges of the score. */
function phasesSection(words: Locale["home"]["phases"], context: PageContext): Html {
  const { language } = context;
  const rows = PHASES.map(({ key, from }, nth) => [
    range(from, PHASES[nth + 1]?.from, language),
    html`<strong class="${key}">${translate(key, language)}</strong>`,
    html`<code>${key}</code>`,
    words.meanings[key],
  ]);
  return fold("phases", words.heading)`<p>${words.intro}</p>
${table(words.columns, rows, { className: "stack ranges" })}
<p>${words.note} ${more("phase", context)}</p>`;
}

/** `20 – 39.9`: published scores have one decimal. */
function range(from: number, next: number | undefined, language: Language): string {
  return `${from} – ${next === undefined ? MAX_SCORE : formatOf(language).score(next - 0.1)}`;
}

/** When each signal is given. */
function signalsSection(words: Locale["home"]["signals"], context: PageContext): Html {
  const rows = SIGNAL_KEYS.map((signal) => [
    html`${translate(signal, context.language)} <code>${signal}</code>`,
    words.when[signal],
  ]);
  return fold("signals", words.heading)`<p>${words.intro}</p>
${table(words.columns, rows, { className: "stack" })}
<p>${more("signal", context)}</p>`;
}

/** What each flag warns of. */
function flagsSection(words: Locale["home"]["flags"], context: PageContext): Html {
  const { language } = context;
  const { colon } = formatOf(language);
  const flag = (name: string, key: string, text: Text) =>
    html`<strong>${name}</strong> <code>${key}</code>${colon} ${text}`;
  return fold("flags", words.heading)`<p>${words.intro}</p>
${list([
  flag(translate("descentGuard", language), "BEAR_DESCENT", words.descentGuard.meaning),
  flag(translate("topRisk", language), "TOP_DISTRIBUTION", words.topRisk.pattern),
])}
<p>${more("descent-guard", context)}</p>`;
}

/** What the score is made of. */
function methodSection(words: Locale["home"]["method"], context: PageContext): Html {
  const families = Object.values(words.families).map(({ name, ...indicators }) => {
    const items = Object.values(indicators).map((each) => html`<li>${each}</li>`);
    return html`<strong>${name}</strong><ul>${items}</ul>`;
  });
  return fold("method", words.heading)`<p>${words.intro}</p>
${list(families)}
${Object.values(words.rest).map(
  (text) => html`<p>${text}</p>
`,
)}<p>${more("the-idea", context)}</p>`;
}

/** What speaks against relying on it. */
function wrongSection(words: Locale["home"]["wrong"], context: PageContext): Html {
  return fold("wrong", words.heading)`<p>${words.record(context.pageLink("record"))}</p>
${list(namedPoints(words.points))}
<p>${more("known-weaknesses", context)}</p>`;
}

/** The two endpoints and their conditions. */
function useSection(words: Locale["home"]["use"], { site, language, link, pageLink }: PageContext): Html {
  return fold("use", words.heading)`<p>${words.intro}</p>
${list([words.current(link("/api/public/nhci")), words.history(link("/api/public/nhci/history"))])}
${codeBlock(`curl ${addressOf(site, "/api/public/nhci")}`, language)}<p>${words.limits(pageLink("docs"))}</p>
<p>${words.attribution(pageLink("attribution"))}</p>`;
}
