import { html } from "../../html.js";
import { FACTS } from "../facts.js";
import type { Locale } from "../locale.js";

export const home: Locale["home"] = {
  title: (indexName) => `${indexName}: wo Bitcoin in seinem Zyklus liegt`,
  description:
    `Ein kostenloser Bitcoin-Zyklusindex von 0 bis 100, stündlich aktualisiert: Phase, Signal, ` +
    `${FACTS.days} Tage Verlauf, Widgets und eine offene JSON-API.`,
  moment: (score, phase, signal, minute) =>
    `Bitcoin-Zyklusindex ${score} von 100: ${phase}. Signal: ${signal}. Berechnet: ${minute}.`,
  old: "(veraltet)",
  verdict: {
    sentence: (place, warned) => html`Bitcoin liegt in seinem Zyklus ${place}${warned}.`,
    places: {
      FONDO: "weit unten",
      ACUM: "unter der Mitte",
      BULL: "in der Mitte",
      HOT: "über der Mitte",
      PEAK: "weit oben",
    },
    warned: {
      descentGuard: ", bei aktiver Bärenmarkt‑Warnung",
      topRisk: ", bei aktiver Zyklushoch‑Warnung",
      both: ", bei zwei aktiven Warnungen",
    },
    scale: "Zyklusindex: 0 ist historisch günstig, 100 teuer",
    run: (days, day) => `seit dem ${day} (${days})`,
    crossed: (settled) => html`gerade erreicht; stabile Phase: ${settled}`,
    rows: { signal: "Signal", score: "Indexwert", computed: "Berechnet" },
    week: "in einer Woche",
    year: "in einem Jahr",
    month: (change) => `${change} in ${FACTS.days} Tagen`,
    stale: (age) => `${age} alt`,
    settledSignal: (signal, day) => `stabil: ${signal} seit ${day}`,
    calm: ", keine Warnung aktiv",
    moved: (signal, without) => html` – ${without}: ${signal}`,
    also: (without) => html`, auch ${without}`,
    without: {
      one: (link) => html`ohne die <a href="${link}">Warnung</a>`,
      both: (link) => html`ohne die <a href="${link}">Warnungen</a>`,
    },
  },
  ruler: {
    now: (score) => `Jetzt ${score}`,
    high: ["Indexwert an früheren Kurshochs", "an Hochs"],
    low: ["an früheren Kurstiefs", "an Tiefs"],
  },
  start: {
    heading: "Erster Start",
    phase: "Warten auf den ersten Indexwert",
    waiting: "Der Dienst lädt gerade die nötigen historischen Daten.",
    elsewhere: "Eine andere Instanz berechnet den ersten Indexwert; er erscheint gleich hier.",
    stalled: (minute) => `Seit ${minute} hat keine Quelle etwas Neues geliefert. Wir fragen weiter an.`,
    refreshes: "Diese Seite aktualisiert sich selbst.",
  },
  chart: {
    ranges: { all: "Alles", cycle: "Zyklus", "1y": "1 Jahr", "30d": `${FACTS.days} Tage` },
    rangesLabel: "Zeitraum des Charts",
    name: "Bitcoin-Kurs und Zyklusindex",
    keys: "Mit den Pfeiltasten lässt sich jeder Punkt einzeln ablesen.",
    drawing: (from, first, to, last) =>
      `Bitcoin-Zyklusindex und darunter der Kurs: ${first} (${from}), ${last} (${to}). Dieselben Zahlen folgen als ` +
      `Tabelle.`,
    price: "Kurs:",
    table: "Als Tabelle",
    columns: ["Tag (UTC)", "Kurs, USD", "Indexwert", "Phase"],
    titles: {
      since: (year) => `Der Indexwert seit ${year}`,
      low: (score, month, now) => `Der Indexwert ist seit ${month} von ${score} auf ${now} gestiegen`,
      high: (score, month, now) => `Der Indexwert ist seit ${month} von ${score} auf ${now} gefallen`,
      never: (score, phase) =>
        `Dieser Zyklus hat die Phase „${phase}“ noch nicht erreicht: Beim höchsten Kurs lag der Indexwert bei ${score}`,
      reached: (score, phase) =>
        `Dieser Zyklus hat die Phase „${phase}“ erreicht: Beim höchsten Kurs lag der Indexwert bei ${score}`,
      open: (score) => `Der höchste Indexwert in diesem Zyklus ist bisher ${score}`,
      other: (first, last) => `Vor einem Jahr ${first}, heute ${last}`,
      same: (phase) => `${phase}, wie vor einem Jahr`,
      days: (least, most) => `In ${FACTS.days} Tagen lag der Indexwert zwischen ${least} und ${most}`,
    },
  },
  why: {
    heading: (score, count) => `Warum ${score}: ${count === 4 ? "vier" : "drei"} Kennzahlen und ihr Mittelwert`,
    names: {
      mvrv: ["Kurs im Vergleich zum Kaufpreis der Besitzer", "MVRV"],
      thermo: ["Kurs im Vergleich zu den Einnahmen der Miner", "Thermocap-Multiple"],
      plaw: ["Kurs im Vergleich zum langfristigen Trend", "Potenzgesetz"],
      ma200w: ["Kurs im Vergleich zum Vierjahresdurchschnitt", "200 Wochen"],
    },
    mean: "Indexwert: ihr Mittelwert",
    hindsight: (points, link) =>
      html`Im Rückblick lag der Indexwert <a href="${link}">im Schnitt ${points} Punkte</a> daneben.`,
  },
  market: {
    heading: "Der Markt heute",
    dominance: "Bitcoin-Dominanz",
    fearGreed: "Angst & Gier",
    crypto: "Krypto insgesamt",
    weaker: "weniger verlässlich (warum?)",
    moods: {
      "Extreme Fear": "Extreme Angst",
      Fear: "Angst",
      Neutral: "Neutral",
      Greed: "Gier",
      "Extreme Greed": "Extreme Gier",
    },
  },
  actions: {
    label: "Teilen und verwenden",
    share: "Teilen",
    copied: "Link kopiert",
    picture: "Bild",
    embed: "Einbetten",
    feed: "Feed",
    follow: "Folgen",
  },
  questions: {
    heading: "Fragen",
    more: "Mehr in der Methode (Englisch)",
    phases: {
      heading: "Was bedeuten die fünf Phasen?",
      text:
        "Eine Phase ist ein Fünftel der Skala. Sie sagt, wie hoch der Kurs gemessen an der Vergangenheit von " +
        "Bitcoin ist, nicht, wohin er sich als Nächstes bewegt.",
      columns: ["Indexwert", "Phase", "API-Name"],
    },
    settled: {
      heading: "Warum wechselt die Phase seltener als der Indexwert?",
      text:
        "Feeds und „seit“ folgen der stabilen Phase; sie lässt kurze Ausschläge weg. Richtung Gipfel oder Boden " +
        "wechselt sie sofort; zurück zur Mitte erst nach 6 Punkten oder zehn Tagen.",
    },
    signal: {
      heading: "Was ist das Signal?",
      text: "Eine feste Regel macht aus dem Indexwert und den beiden Warnungen ein Wort. Es ist keine Beratung.",
      columns: ["Indexwert", "Ohne Warnung", "Mit Warnung"],
    },
    warnings: {
      heading: "Was sind die beiden Warnungen?",
      descentGuard: html`<b>Bärenmarkt‑Warnung:</b> Der Abschwung ist wahrscheinlich noch nicht vorbei; ein
niedriger Indexwert bedeutet deshalb noch keinen günstigen Einstieg.`,
      topRisk: html`<b>Zyklushoch‑Warnung:</b> Durchschnittskurse und Bewertungskennzahlen sehen aus wie kurz vor
früheren Hochs.`,
    },
    wrong: {
      heading: "Wie oft lag der Index falsch?",
      text: (link) =>
        html`Oft genug, um ins Gewicht zu fallen. Der <a href="${link}">Rückblick</a> zeigt zu jedem Hoch und jedem
Tief, ob der Index rechtzeitig, zu früh oder gar nicht gewarnt hat, und jeden Fehlalarm. Der Kurs steckt
in allen vier Kennzahlen, sie können also gemeinsam falsch liegen, und bisher gab es nur vier Zyklen.`,
    },
    history: {
      heading: `Gibt es mehr als ${FACTS.days} Tage Daten?`,
      text: (link) => html`Ohne Schlüssel liefert die <a href="${link}">API</a> die letzten ${FACTS.days} Tage.`,
      pro: "API Pro liefert alle Tage seit 2017, mit persönlichen Schlüsseln und höheren Limits.",
      proSoon: "Demnächst kommt API Pro: alle Tage seit 2017, persönliche Schlüssel und höhere Limits.",
    },
  },
};
