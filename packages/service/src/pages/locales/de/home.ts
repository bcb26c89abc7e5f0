import { html } from "../../html.js";
import { FACTS } from "../facts.js";
import type { Locale } from "../locale.js";

export const home = {
  title: (indexName) => `${indexName}: wo Bitcoin in seinem Zyklus steht`,
  description: `Ein kostenloser Bitcoin-Zyklusindex von 0 bis 100, stündlich berechnet: Phase, Signal, ${FACTS.days} Tage Verlauf, Widgets und eine offene JSON-API.`,
  lead: "Wo Bitcoin in seinem Zyklus steht: 0 entspricht dem üblichen Zyklustief, 100 dem üblichen Zyklushoch. Stündlich berechnet.",
  start: {
    heading: "Erster Start",
    phase: "Historische Daten werden geladen",
    elsewhere:
      "Eine andere Instanz lädt die historischen Daten und berechnet den ersten Indexwert; diese wartet darauf und zeigt ihn, sobald er gespeichert ist.",
    left: (time) => `Noch etwa ${time}.`,
    stalled: (minute: string) =>
      `Seit ${minute} hat keine Quelle etwas Neues geliefert. Alle werden immer wieder gefragt.`,
    unknown: "Die restliche Dauer ist noch nicht bekannt.",
    refreshes: "Diese Seite aktualisiert sich von selbst.",
  },
  now: {
    stands: (place) => html`Bitcoin steht ${place} seiner Zyklusspanne.`,
    places: {
      FONDO: "nahe dem unteren Ende",
      ACUM: "unterhalb der Mitte",
      BULL: "um die Mitte",
      HOT: "oberhalb der Mitte",
      PEAK: "nahe dem oberen Ende",
    },
    run: (days, day) => `${days}, seit dem ${day}`,
    crossed: (settled) => html`gerade erreicht; ${settled}, bis sie hält`,
    inADay: "an einem Tag",
    weaker: "schwächere Belege: warum",
    of100: "von 100",
    stale: (age) => `Veraltet: ${age} alt`,
    signal: "Signal",
    because: {
      FONDO: "unter 40",
      ACUM: "unter 40",
      BULL: "40 bis 59,9",
      HOT: "60 bis 79,9",
      PEAK: "ab 80",
      calm: "keine Warnung",
      warned: "mit Warnung",
    },
    flags: "Warnungen",
    noFlags: "Keine von zwei",
    since: (day) => `seit dem ${day}`,
    updated: "Stand",
    next: (time) => `der nächste um ${time}`,
    crypto: "Krypto insgesamt",
    moods: {
      "Extreme Fear": "extreme Angst",
      Fear: "Angst",
      Neutral: "neutral",
      Greed: "Gier",
      "Extreme Greed": "extreme Gier",
    },
  },
  phases: {
    heading: "Was bedeuten die fünf Phasen?",
    intro: "Eine Phase ist ein Bereich des veröffentlichten Indexwerts und sonst nichts. Alle fünf sind gleich breit.",
    columns: ["Indexwert", "Phase", "Schlüssel in der API", "Was der Indexwert sagt"],
    meanings: {
      FONDO: "Die Indikatoren stehen nahe am unteren Ende ihrer bisherigen Spanne.",
      ACUM: "Sie stehen unter der Mitte.",
      BULL: "Sie stehen um die Mitte.",
      HOT: "Sie stehen über der Mitte.",
      PEAK: "Sie stehen nahe am oberen Ende ihrer bisherigen Spanne.",
    },
    note: "Eine Phase sagt, wie hoch der Kurs im Verhältnis zum fundamentalen Wert steht, nicht, wohin er sich als Nächstes bewegt.",
  },
  settled: {
    heading: "Warum wechselt die Phase im Chart seltener als der Index?",
    text: "Die gefestigte Phase ist die Phase ohne ihr Flackern: Nach außen geht sie sofort mit, zur Mitte kehrt sie nach einem Rückgang von 6 Punkten oder nach zehn Tagen in Folge zurück. Sie wechselt wenige Male im Jahr.",
  },
  signals: {
    heading: "Was ist das Signal?",
    intro:
      "Das Signal folgt nach einer festen Tabelle aus dem Indexwert und den Warnungen. Eine aktive Warnung rückt es um eine Stufe zur Vorsicht.",
    columns: ["Signal", "Wann"],
    when: {
      ACCUMULATE: "Indexwert unter 40, keine Warnung",
      HOLD: "unter 40 mit einer Warnung, oder 40 bis 59,9 ohne",
      CAUTION: "40 bis 59,9 mit einer Warnung, oder 60 bis 79,9 ohne",
      REDUCE: "60 bis 79,9 mit einer Warnung, oder ab 80 in jedem Fall",
    },
  },
  flags: {
    heading: "Was sind die beiden Warnungen?",
    intro:
      "Sie achten auf Muster des Kurses und auf Kennzahlen, die der Index nicht verwendet, und können bei jedem Indexwert aktiv sein.",
    descentGuard: {
      meaning:
        "Ein Bärenmarkt, der noch nicht zu Ende ist und in dem ein niedriger Indexwert noch kein Schnäppchen bedeutet.",
    },
    topRisk: {
      pattern:
        "Das Muster eines Zyklushochs: Entweder kommt der 111-Tage-Durchschnitt dem Doppelten des 350-Tage-Durchschnitts auf 5\u00a0% nahe, oder der Kurs hält sich nahe seinem Jahreshoch, während die Bewertungskennzahlen deutlich nachlassen.",
    },
  },
  method: {
    heading: "Wie entsteht er?",
    intro: "Vier veröffentlichte Indikatoren aus zwei Familien, gleich gewichtet:",
    families: {
      cost: {
        name: "Der Kurs im Verhältnis zu den Kosten",
        holders: "der Marktwert geteilt durch das, was die Besitzer für ihre Coins bezahlt haben",
        miners: "der Marktwert geteilt durch das, was die Miner für alle Coins bekommen haben",
      },
      ownPast: {
        name: "Der Kurs im Verhältnis zu seinem langfristigen Verlauf",
        trend: "der Abstand von der Linie, der der Kurs als Potenzfunktion des Alters von Bitcoin gefolgt ist",
        average: "der Kurs geteilt durch seinen 200-Wochen-Durchschnitt",
      },
    },
    rest: {
      bands:
        "Ein Band umfasst die mittleren 95\u00a0% aller bisherigen Werte eines Indikators, und neuere Jahre zählen mehr. Sein unterer Rand ist 0, der obere 100, und der Indexwert ist das einfache Mittel der vier Lagen.",
      noLookAhead:
        "Nichts schaut voraus: Der Indexwert eines Tages verwendet diesen Tag und die Tage davor. Nichts wird nachträglich geändert: Eine veröffentlichte Zeile bleibt, wie sie ist.",
      crypto:
        "Der Indexwert für Krypto insgesamt mischt den von Bitcoin mit dem eines Korbs aus sieben großen Kryptowährungen, nach der Bitcoin-Dominanz. Er ist schwächer belegt.",
    },
  },
  more: (link) => html`<a href="${link}" hreflang="en">Ausführlich, mit allen Formeln (auf Englisch)</a>`,
  wrong: {
    heading: "Wie oft lag er falsch?",
    record: (link) =>
      html`<a href="${link}">Die ganze Bilanz</a> dieser Installation: jedes Zyklushoch und -tief, jeder Fehlalarm und jede verpasste Warnung, neben einfachen Vergleichskennzahlen, und die Tage nach 2022 getrennt von denen, anhand derer das Modell gewählt wurde.`,
    points: {
      driver:
        "Ein Antrieb. Der Kurs steckt in allen vier Indikatoren. Der Index kennt keine Nachrichten, keine Geldströme und keine Konjunkturdaten.",
      vendors:
        "Datenanbieter. On-Chain-Daten sind Schätzungen Dritter, und zwei Installationen mit verschiedenen Quellen kommen auf leicht verschiedene Indexwerte.",
    },
  },
  use: {
    heading: "Wie verwende ich ihn?",
    intro: "Zwei JSON-Antworten, kostenlos, ohne Schlüssel, von jeder Domain aus abrufbar (CORS):",
    current: (link) => html`<a href="${link}">der aktuelle Indexwert</a>, stündlich aktualisiert`,
    history: (link) => html`<a href="${link}">die letzten ${FACTS.days} Tage</a>, täglich um 06:00 UTC aktualisiert`,
    limits: (docs) =>
      html`Höchstens ${FACTS.limit} Anfragen pro Minute und IP-Adresse, beide Endpunkte zusammen; die nächste wird mit 429 und <code>Retry-After</code> beantwortet. <a href="${docs}">Alles über die API</a>.`,
    attribution: (link) =>
      html`Wer einen Indexwert zeigt, nennt den Index und diese Website: <a href="${link}">die Zeile und unsere Quellen</a>.`,
  },
  pro: {
    soon: "demnächst",
    text: html`Der ganze Verlauf seit 2017, persönliche Schlüssel im Header <code>X-NHCI-API-Key: peak_live_…</code> und höhere Limits. Noch nicht verfügbar: Ein Schlüssel wird heute angenommen, hat aber noch keine Wirkung.`,
    open: html`Ein Schlüssel im Header <code>X-NHCI-API-Key: peak_live_…</code> gibt ein höheres Limit und den ganzen Verlauf seit 2017. Schlüssel vergibt, wer diese Seite betreibt.`,
  },
} satisfies Locale["home"];
