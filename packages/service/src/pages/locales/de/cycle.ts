import { html } from "../../html.js";
import { FACTS } from "../facts.js";
import type { Locale } from "../locale.js";

export const cycle = {
  heading: "Der ganze Zyklus",
  old: "(veraltet)",
  moment: (score, phase, signal, minute) =>
    `Indexwert im Bitcoin-Zyklus: ${score} von 100, ${phase}. Signal: ${signal}. Berechnet: ${minute}.`,
  ranges: { all: "Alles", cycle: "Zyklus", "1y": "1 Jahr", "30d": `${FACTS.days} Tage` },
  rangesLabel: "Zeitraum des Diagramms",
  /** The chart, for whoever hears it. */
  name: "Bitcoin-Kurs und Zykluswert",
  color: "Farbe und gefüllte Felder: die Phase, geglättet, damit sie nicht flackert.",
  points: { weekly: "Ein Punkt je Woche, der letzte aktuell. UTC-Tage.", daily: "Ein Punkt je Tag. UTC-Tage." },
  keys: "Die Pfeiltasten lesen Punkt für Punkt ab.",
  drawing: (from, first, to, last) =>
    `Bitcoin-Kurs von ${first} am ${from} bis ${last} am ${to} in den Farben der gefestigten Phase, darunter der Indexwert. Dasselbe folgt als Tabelle.`,
  prices: (from, first, to, last) =>
    `Bitcoin-Kurs von ${first} am ${from} bis ${last} am ${to}. Der Indexwert ist noch nicht berechnet.`,
  table: "Als Tabelle zeigen",
  reading: { price: "Kurs", score: "Wert", phase: "Phase", since: "Kurs seither" },
  /** What is to be seen in each range. */
  titles: {
    all: {
      run: (phase, days) => `${phase} seit ${days.replace(/Tage$/, "Tagen")}`,
      low: (score, month) => `, nach ${score} am Tief vom ${month}`,
      high: (score, month) => `, nach ${score} am Hoch vom ${month}`,
    },
    cycle: {
      never: (score, phase) => `Dieser Zyklus erreichte die Phase ${phase} nie; am höchsten Kurs las er ${score}`,
      reached: (score, phase) => `Dieser Zyklus erreichte die Phase ${phase}; am höchsten Kurs las er ${score}`,
      open: (score) => `Dieser Zyklus kam bisher auf höchstens ${score}`,
    },
    "1y": {
      other: (first, last) => `Von ${first} zu ${last} in einem Jahr`,
      same: (phase) => `${phase}, wie vor einem Jahr`,
    },
    "30d": (least, most) => `Dreißig Tage zwischen ${least} und ${most}`,
  },
  columns: ["Tag, UTC", "Kurs, USD", "Indexwert", "Gefestigte Phase"],
  ruler: {
    turns: html`▼ <b>Kurshochs</b>, ▲ <b>Kurstiefs</b>: der Wert an jenem Tag`,
  },
  measures: {
    heading: (score, count) => `Warum ${score}: ${count === 4 ? "vier" : "drei"} Maße, ein Mittelwert`,
    lead: (least, most) =>
      html`Jedes Maß liegt zwischen seinem eigenen üblichen Tief (0) und Hoch (100). Der Indexwert ist ihr einfacher Mittelwert. Heute liegen sie zwischen <b>${least} und ${most}</b>.`,
    names: {
      mvrv: { plain: "Kurs gegen das, was Halter bezahlt haben", technical: "Marktwert ÷ realisierter Wert (MVRV)" },
      thermo: { plain: "Kurs gegen das, was Miner bekommen haben", technical: "Thermocap-Vielfaches" },
      plaw: { plain: "Kurs gegen seinen langfristigen Trend", technical: "Abstand vom Potenzgesetz" },
      ma200w: { plain: "Kurs gegen seinen Schnitt aus vier Jahren", technical: "gleitender 200-Wochen-Durchschnitt" },
    },
    mean: (count) => `Indexwert: der Mittelwert der ${count === 4 ? "vier" : "drei"}`,
  },
  market: { heading: "Der Markt daneben" },
  share: {
    heading: "Zum Mitnehmen",
    shareText: "Das Bild zeigt immer den Indexwert des Augenblicks samt Quelle.",
    copy: "Link kopieren",
    copied: "Link kopiert",
    picture: "Bild herunterladen",
    follow: "Änderungen erfahren",
    followText:
      "Ein Eintrag bei jedem Wechsel der gefestigten Phase und jeder Warnung. Sonst wird nichts gesendet, und keine Adresse wird verlangt.",
    site: "Auf der eigenen Website",
    siteText: "Diagramm, Badge, iframe oder Bild. Kostenlos, ohne Schlüssel, ohne Cookie.",
    choose: "Widget wählen",
    installText: "Auf dem Telefon: „Zum Startbildschirm hinzufügen“ im Menü des Browsers.",
  },
  questions: "Fragen",
} satisfies Locale["cycle"];
