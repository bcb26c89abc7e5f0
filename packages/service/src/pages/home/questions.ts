/** Six questions at the end of the front page, folded, with short answers and links to long ones. */
import { translate } from "peak-cycle-drawing";
import { type Flags, MAX_SCORE, PHASES, type Phase, type PhaseKey, signalOf } from "peak-cycle-model";
import { details, list, scrollable, section, table } from "../blocks.js";
import { formatOf } from "../format.js";
import { type Html, html } from "../html.js";
import { localeOf } from "../locales/locales.js";
import type { PageContext } from "../site.js";

export function questionsSection(context: PageContext): Html {
  const { language, pageLink, site } = context;
  const { heading, phases, settled, warnings, wrong, history, more } = localeOf(language).home.questions;
  const method = (id: string) => html`<p><a href="${pageLink("method")}#${id}">${more}</a></p>`;
  return section("questions", heading)`<div class="folds">
${details("phases", phases.heading)`<p>${phases.text}</p>${phaseTable(context)}${method("phase")}`}
${details("settled", settled.heading)`<p>${settled.text}</p>${method("settled-phase")}`}
${signalDetails(context, method("signal"))}
${details("warnings", warnings.heading)`${list([warnings.descentGuard, warnings.topRisk])}${method("descent-guard")}`}
${details("wrong", wrong.heading)`<p>${wrong.text(pageLink("record"))}</p>`}
${details("history", history.heading)`<p>${history.text(pageLink("docs"))}
${site.apiPro ? history.pro : history.proSoon}</p>`}
</div>`;
}

function phaseTable(context: PageContext): Html {
  const { columns, heading } = localeOf(context.language).home.questions.phases;
  const rows = PHASES.map((phase) => {
    const name = html`<b class="${phase.key}">${translate(phase.key, context.language)}</b>`;
    return [rangeOf(phase, context), name, html`<code>${phase.key}</code>`];
  });
  return scrollable(heading, table(columns, rows), "wide");
}

/** `20 – 39.9`: published scores have one decimal. */
function rangeOf({ from, to }: Phase, { language }: PageContext): string {
  return `${from} – ${to === MAX_SCORE ? to : formatOf(language).score(to)}`;
}

function signalDetails(context: PageContext, more: Html): Html {
  const words = localeOf(context.language).home.questions.signal;
  const signal = (phase: PhaseKey, topRisk: Flags["topRisk"]) =>
    translate(signalOf(phase, { descentGuard: null, topRisk }), context.language);
  const rows = PHASES.map((phase) => [
    rangeOf(phase, context),
    signal(phase.key, null),
    signal(phase.key, "TOP_DISTRIBUTION"),
  ]);
  return details(
    "signals",
    words.heading,
  )`<p>${words.text}</p>${scrollable(words.heading, table(words.columns, rows), "wide")}${more}`;
}
