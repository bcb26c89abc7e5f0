import { translate } from "../../../chart/locale.js";
import { html } from "../../html.js";
import type { Translation } from "../locale.js";

const peak = translate("PEAK", "de");
const bottom = translate("FONDO", "de");
const accumulation = translate("ACUM", "de");

export const home = {
  title: (indexName) => `${indexName}: wo Bitcoin in seinem Zyklus steht`,
  description:
    "Ein freier Bitcoin-Zyklusindex von 0 bis 100, stündlich berechnet: Phase, Signal, 30 Tage Verlauf, Widgets und eine offene JSON-API.",
  lead: "Wo Bitcoin in seinem Zyklus steht: 0 ist so tief, wie es gewöhnlich wird, 100 so hoch. Stündlich berechnet.",
  waiting: "Noch gibt es keinen Wert: Der Dienst sammelt gerade die Vergangenheit, die er braucht.",
  now: {
    heading: "Jetzt",
    of100: "von 100",
    stale: "Veraltet: Der Wert ist älter als 2 Stunden",
    signal: "Signal",
    flags: "Warnungen",
    noFlags: "keine aktiv",
    descentGuard: "ein Bärenmarkt-Abstieg ist im Gange",
    topRisk: "in den letzten 30 Tagen zeigte sich das Muster eines Zyklushochs",
    updated: "Stand",
    crypto: "Krypto insgesamt",
    price: "Bitcoin-Kurs",
    dominance: "Bitcoin-Dominanz",
    fearGreed: "Angst und Gier",
    moods: {
      "Extreme Fear": "extreme Angst",
      Fear: "Angst",
      Neutral: "neutral",
      Greed: "Gier",
      "Extreme Greed": "extreme Gier",
    },
  },
  chart: {
    heading: "Die letzten 30 Tage",
    note: (embed) =>
      html`Eine Zeile am Tag, um 06:00 UTC berechnet und danach nie mehr geändert. <a href="${embed}">Diese Grafik auf der eigenen Seite zeigen</a>.`,
    table: "Dieselben Tage als Tabelle",
  },
  phases: {
    heading: "Was die Phasen bedeuten",
    intro: "Eine Phase ist ein Bereich des veröffentlichten Werts und sonst nichts. Alle fünf sind gleich breit.",
    columns: ["Wert", "Phase", "Schlüssel in der API", "Was der Wert sagt"],
    meanings: {
      FONDO: "Die Indikatoren stehen nahe am unteren Ende ihrer eigenen Vergangenheit.",
      ACUM: "Sie stehen unter der Mitte.",
      BULL: "Sie stehen um die Mitte.",
      HOT: "Sie stehen über der Mitte.",
      PEAK: "Sie stehen nahe am oberen Ende ihrer eigenen Vergangenheit.",
    },
    note: "Eine Phase sagt, wo der Kurs gemessen am Wert steht, nicht, wohin er als Nächstes geht.",
  },
  signals: {
    heading: "Was die Signale bedeuten",
    intro:
      "Das Signal folgt nach einer festen Tabelle aus dem Wert und den Warnungen. Eine aktive Warnung rückt es um eine Stufe zur Vorsicht.",
    columns: ["Signal", "Wann"],
    when: {
      ACCUMULATE: "Wert unter 40, keine Warnung",
      HOLD: "unter 40 mit einer Warnung, oder 40 bis 59,9 ohne",
      CAUTION: "40 bis 59,9 mit einer Warnung, oder 60 bis 79,9 ohne",
      REDUCE: "60 bis 79,9 mit einer Warnung, oder ab 80 in jedem Fall",
    },
  },
  flags: {
    heading: "Was die beiden Warnungen bedeuten",
    intro:
      "Sie achten auf Muster des Kurses und auf Zahlen, die der Wert nicht verwendet, und können bei jedem Wert aktiv sein.",
    descentGuard: {
      meaning:
        "Ein Bärenmarkt, der noch nicht zu Ende ist und in dem ein niedriger Wert noch kein Schnäppchen bedeutet.",
      goesUp:
        "Wird aktiv, wenn der Kurs mindestens 30\u00a0% unter seinem Allzeithoch und unter seinem 200-Tage-Durchschnitt liegt.",
      comesDown:
        "Endet nach Anzeichen von Kapitulation und 21 Tagen ohne neues Tief, oder wenn der Kurs wieder 85\u00a0% des Hochs erreicht, oder nach 120 Tagen in Folge über dem 200-Tage-Durchschnitt.",
    },
    topRisk: {
      pattern:
        "Das Muster eines Zyklushochs: Entweder kommt der 111-Tage-Durchschnitt dem Doppelten des 350-Tage-Durchschnitts auf 5\u00a0% nahe, oder der Kurs hält seine Jahreshochs bei deutlich schwächerer Bewertung.",
      ends: "Bleibt 30 Tage aktiv, nachdem das Muster zuletzt da war. Endet früher, wenn die Abstiegswarnung aktiv wird: Das Risiko ist eingetreten.",
    },
  },
  method: {
    heading: "Wie er entsteht",
    intro: "Vier veröffentlichte Indikatoren aus zwei Familien, gleich gewichtet:",
    families: {
      cost: {
        name: "Der Kurs gegen die Kosten",
        holders: "der Marktwert gegen das, was die Besitzer für ihre Coins bezahlt haben",
        miners: "der Marktwert gegen das, was die Miner für alle Coins bekommen haben",
      },
      ownPast: {
        name: "Der Kurs gegen seinen eigenen langen Verlauf",
        trend: "der Abstand von der Linie, an der der Kurs wie eine Potenz seines Alters gewachsen ist",
        average: "der Kurs gegen seinen 200-Wochen-Durchschnitt",
      },
    },
    rest: {
      bands:
        "Die Extreme schrumpfen von Zyklus zu Zyklus, deshalb sagt ein Rohwert wenig; mehr sagt sein Platz in der eigenen Vergangenheit. Für jeden Indikator umfasst ein Band die mittleren 95\u00a0% aller bisherigen Werte, wobei ein vier Jahre älterer Wert halb so viel zählt. Der untere Rand des Bands ist 0, der obere 100, und der Indexwert ist das einfache Mittel der vier Plätze.",
      noLookAhead:
        "Nichts schaut voraus: Der Wert eines Tages verwendet diesen Tag und die Tage davor. Nichts wird nachträglich geändert: Eine veröffentlichte Zeile bleibt, wie sie ist.",
      crypto:
        "Der Wert für Krypto insgesamt mischt den von Bitcoin mit dem eines Korbs aus sieben großen Coins, nach der Bitcoin-Dominanz. Er ist schwächer belegt.",
      formulas: html`Alle Formeln, Konstanten und Regeln stehen in <code>docs/method.md</code> des Programms, sodass jeder dieselben Zahlen berechnen kann.`,
    },
  },
  wrong: {
    heading: "Wie oft er falsch lag",
    intro:
      "Bitte lesen, bevor man sich auf eine Zahl verlässt. Alle Zahlen hier sind an bekannten Daten gemessen (in-sample): Die Regeln wurden in Kenntnis eben der Jahre 2014 bis 2022 gewählt, an denen sie gemessen werden.",
    record: (link) =>
      html`<a href="${link}">Die ganze Bilanz</a> dieser Installation: jedes Zyklushoch und -tief, jeder Fehlalarm und alles Verpasste, neben einfachen Vergleichsgrößen, und die Tage nach 2022 getrennt von denen, an denen das Modell gewählt wurde.`,
    turns: {
      caption: "Was der Index an den Wendepunkten von 2014 bis 2022 sagte",
      columns: ["Hochs", "Wert", "Tiefs", "Wert"],
    },
    years: {
      caption: "Der Kurs ein Jahr später, nach Phase, 2014 bis 2022",
      columns: ["Phase", "Anteil der Tage", "Median nach einem Jahr"],
    },
    points: {
      few: [
        "Wenige Zyklen.",
        "Höchstens vier sind abgeschlossen; Tausende Tageswerte sind nicht unabhängig voneinander.",
      ],
      tops: [
        "Schrumpfende Hochs.",
        `An den letzten vier Hochs lag der Wert bei 100, 100, 92 und 79. Ein künftiges Hoch kann gut unter 80 bleiben: ${peak} sagt viel, wenn es so weit ist; dass es ausbleibt, sagt wenig.`,
      ],
      early: [
        "Früh.",
        `Von 274 Tagen in ${peak} lagen 199 außerhalb der engen Zone um ein Hoch, die meisten in den Monaten davor. Von 500 Tagen in ${bottom} lagen 139 außerhalb der Zone um ein Tief.`,
      ],
      noForecast: [
        "Keine Prognose.",
        `Die Phasen ordnen die Zukunft nicht: Ein Jahr nach ${bottom} war der Kurs weniger gestiegen als ein Jahr nach ${accumulation}.`,
      ],
      restless: ["Unruhig.", "Die Phase wechselte 21-mal im Jahr."],
      driver: [
        "Ein Antrieb.",
        "Der Kurs steckt in allen vier Indikatoren. Der Index kennt keine Nachrichten, keine Geldströme und keine Konjunkturdaten.",
      ],
      flags: [
        "Die Warnungen.",
        "Die vor einem Hoch war vor fünf Hochs aktiv, 4 bis 34 Tage davor, ohne Fehlalarm, und fehlte beim Hoch vom Juni 2019, von dem aus sich der Kurs halbierte; ihre Regeln wurden an einigen der fünf geformt, es ist also Schlechteres zu erwarten. Die Abstiegswarnung kam auch in zwei Rückgängen, die sich erholten, fehlte beim Tief vom März 2020 und endete 2022, als der Kurs noch um 27\u00a0% fallen sollte.",
      ],
      vendors: [
        "Lieferanten.",
        "Zahlen aus der Blockchain sind Schätzungen anderer, und zwei Installationen mit verschiedenen Quellen kommen auf leicht verschiedene Werte.",
      ],
    },
  },
  use: {
    heading: "Nutzen",
    intro: "Zwei JSON-Antworten, kostenlos, ohne Schlüssel, offen für jede Herkunft:",
    current: (link) => html`<a href="${link}">der aktuelle Wert</a>, jede Stunde neu`,
    history: (link) => html`<a href="${link}">die letzten 30 Tage</a>, täglich um 06:00 UTC neu`,
    limits: (docs) =>
      html`Höchstens 20 Anfragen in der Minute je Adresse, beide zusammen; die nächste wird mit 429 und <code>Retry-After</code> beantwortet. <a href="${docs}">Alles über die API</a>, mit einem Knopf zum Ausprobieren.`,
    attribution: (link) =>
      html`Wer einen Wert zeigt, nennt den Index und diese Seite: <a href="${link}">die Zeile und unsere Quellen</a>.`,
  },
  pro: {
    heading: "API Pro",
    soon: "demnächst",
    text: html`Der ganze Verlauf seit 2017, persönliche Schlüssel im Header <code>X-NHCI-API-Key: peak_live_…</code> und höhere Grenzen. Noch nicht verfügbar: Ein Schlüssel wird heute angenommen und ändert nichts.`,
  },
} satisfies Translation["home"];
