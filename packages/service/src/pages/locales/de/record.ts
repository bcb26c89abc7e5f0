import { html } from "../../html.js";
import type { Translation } from "../locale.js";

export const record = {
  title: (indexName) => `${indexName}: seine Bilanz samt Fehlern`,
  description:
    "Was der Bitcoin-Zyklusindex an jedem Zyklushoch und -tief sagte, seine Fehlalarme und was er verpasst hat, neben einfachen Vergleichskennzahlen.",
  heading: "Bilanz",
  lead: "Was der Index sagte und was daraus wurde, samt allen Fehlern.",
  waiting: "Es gibt noch keine Bilanz: Der Dienst lädt gerade die nötigen historischen Daten.",
  few: "Es gab erst wenige Zyklen. Tausende Tageswerte sehen nach vielen Belegen aus, beschreiben aber dieselben paar Anstiege und Abstürze. Nichts hier beweist, dass der nächste Zyklus so wird wie der letzte.",
  counts: (highs, lows, later) =>
    `Zyklushochs: ${highs}. Zyklustiefs: ${lows}. Von beiden im späteren Zeitraum: ${later}.`,
  covers: (from, to, version) => `Indexwerte vom ${from} bis ${to}, UTC-Tage. Modellversion ${version}.`,
  again: "Der Befehl „peak backtest“ des Programms errechnet aus denselben Tagen dasselbe, bis auf die letzte Stelle.",
  periods: {
    later: ["Später", "nach den Tagen, anhand derer das Modell gewählt wurde"],
    development: ["Entwicklung", "in-sample: die Tage, anhand derer das Modell gewählt wurde"],
    early: ["Früh", "davor: kurz, und ein dünner Markt"],
  },
  nothing: "Nichts in diesem Zeitraum.",
  noDays: "„–“: Es gibt keine Tage zum Messen. Was erst nach dem Ende des Zeitraums ausläuft, zählt nicht.",
  whole: "Ganzer Zeitraum",
  cycle: (number) => `Zyklus ${number}`,
  columns: ["Zeitraum", "Kennzahl", "Tage"],
  gauges: {
    score: "Index",
    mvrv: "Nur MVRV",
    mayer: "Mayer-Multiple",
    powerLaw: "Abstand vom Potenzgesetz",
    fearGreed: "Angst und Gier",
  },
  reading: {
    heading: "Wie man sie liest",
    points: {
      periods:
        "Späterer Zeitraum und Entwicklungszeitraum. Das Modell wurde anhand der Tage des Entwicklungszeitraums gewählt. Die Zahlen dort sind also an bekannten Daten gemessen (in-sample): Mit schlechteren Ergebnissen ist zu rechnen. An die späteren Tage wurde keine Zahl angepasst; die damals schon vergangenen waren aber bekannt und sind deshalb kein blinder Test. Beide werden nie vermischt.",
      noLookAhead:
        "Kein Blick voraus. Kein Indexwert benutzt einen späteren Tag. Keine Korrelation, keine Rendite und keine Kosten eines Zeitraums benutzen einen Kurs nach dessen Ende; Hochs, Tiefs und Alarme sind so angegeben, wie man sie heute kennt.",
      turns:
        "Hochs und Tiefs. Ein Zyklushoch ist ein Schlusskurs, den keiner der 365 Tage davor übertrifft und nach dem sich der Kurs halbierte, bevor er wieder darüber schloss. Sein Tief ist der niedrigste Schlusskurs dazwischen. Beide kennt man erst im Nachhinein.",
      cycles:
        "Zyklen. Von einem Halving bis zum Tag vor dem nächsten: Zyklus 1 beginnt mit dem ersten. Die Grenzen der Zeiträume schneiden sie ab.",
      baselines:
        "Vergleichskennzahlen. Vier einfache Kennzahlen, jede auf einer Skala von 0 bis 100: nur Marktwert zu realisiertem Wert (MVRV), der Kurs zu seinem 200-Tage-Durchschnitt (Mayer-Multiple), der Abstand von einem Potenzgesetz des Kurses und Angst und Gier. Jede wird an genau denselben Tagen mit dem Index verglichen.",
    },
  },
  chart: {
    heading: "Kurs und Index seit Beginn",
    note: "Oben der Kurs in der Farbe der gefestigten Phase, mit den Zyklushochs und -tiefs; unten der Index über dieser Phase. Die punktierten Linien sind Halvings.",
    later: (day) => `Die Tage seit dem ${day} wurden nicht verwendet, um das Modell zu wählen.`,
    says: (from, to) =>
      `Bitcoin-Kurs und Index vom ${from} bis ${to} mit Zyklushochs und -tiefs. Ihre Werte stehen in den Tabellen darunter.`,
  },
  turns: {
    heading: "An jedem Zyklushoch und -tief",
    intro:
      "Vorlauf: wie viele Tage vor dem Wendepunkt der Index erstmals in der äußersten Phase stand, „Gipfel“ vor einem Hoch und „Boden“ vor einem Tief, gezählt ab dem Wendepunkt davor.",
    high: "Hoch",
    low: "Tief",
    open: "kann noch tiefer gehen",
    never: "nie",
    noFlag: "keine",
    said: "Was der Index sagte",
    columns: ["Wendepunkt", "Kurs, USD", "Rückgang", "Indexwert", "Phase", "Signal", "Warnungen", "Vorlauf, Tage"],
    readings: "Was jede Kennzahl anzeigte",
    readingsNote:
      "Oben der Wert des Tages; darunter der äußerste Wert innerhalb von 180 Tagen, und wie viele Tage nach dem Wendepunkt er kam (mit Minus: davor). „–“: Die Kennzahl hatte keinen Wert; Angst und Gier beginnt 2018.",
  },
  flags: {
    heading: "Warnungen: richtig, falsch, verpasst",
    intro:
      "Ein Alarm ist eine ununterbrochene Reihe von Tagen, an denen die Warnung aktiv ist. Verpasst ist ein Wendepunkt, an dem sie hätte aktiv sein sollen und es nicht war.",
    verdicts: { right: "richtig", false: "Fehlalarm", open: "offen", missed: "verpasst" },
    counts: "wie oft",
    span: "Zeitraum, Zyklus",
    alarms: "jeder Alarm und jeder verpasste Wendepunkt",
    topRisk: {
      rule: "Richtig, wenn auf den höchsten Schlusskurs während des Alarms erst ein Schlusskurs bei der Hälfte oder weniger folgte und dann einer darüber; Fehlalarm, wenn der Kurs zuerst darüber schloss.",
      columns: ["Von", "bis", "Urteil", "Kurs, USD", "Höchster Schluss", "Tage bis dahin", "Rückgang danach"],
    },
    descentGuard: {
      rule: "Richtig, wenn der Kurs während des Alarms 20\u00a0% oder mehr unter dem des ersten Tages schloss; Fehlalarm, wenn die Warnung ohne das endete. Letzte Spalte: wie weit der Kurs nach ihrem Ende noch fiel.",
      columns: ["Von", "bis", "Urteil", "Kurs, USD", "Tiefster Schluss", "Tage bis dahin", "Rückgang danach"],
      afterEnd: "Rückgang nach ihrem Ende",
    },
  },
  phases: {
    heading: "Zeit in jeder Phase",
    intro:
      "Anteil der Tage, und wie oft die Phase im Jahr wechselte: die veröffentlichte, die des geglätteten Indexwerts und die gefestigte Phase.",
    changes: "Wechsel im Jahr",
    smoothedChanges: "Geglättet",
    settledChanges: "Gefestigt",
  },
  returns: {
    heading: "Was der Kurs nach jeder Phase tat",
    intro:
      "Renditen über die Tage danach. Die Streuung ist groß und die Tage überlappen sich, die Zahl der Tage sagt also wenig darüber, wie sicher eine Zahl ist. Den Mittelwert ziehen wenige sehr große Renditen nach oben.",
    drawing: "Das Jahr nach jeder Phase",
    drawingNote:
      "Linie: die mittleren 80\u00a0% der Renditen. Balken: die mittlere Hälfte. Strich: der Median. Die Skala ist logarithmisch.",
    caption: "Renditen nach jeder Phase",
    columns: ["Phase", "Tage danach", "Tage", "Median", "Mittelwert", "% gestiegen"],
    cycles: "Median der Rendite im Jahr nach jeder Phase, nach Zyklus; in Klammern die Tage",
    fifths: "Median der Rendite im Jahr nach jedem Fünftel der Skala, je Kennzahl; in Klammern die Tage",
  },
  buying: {
    heading: "Kaufen nach dem Index",
    intro:
      "Jeden Tag für 2 Dollar Bitcoin kaufen bei einem Stand von 0, für 1 Dollar bei 50 und für nichts bei 100, verglichen mit derselben Summe, gleichmäßig auf alle Tage verteilt. Weniger als 0\u00a0% heißt: billiger je Bitcoin als der gleichmäßige Kauf.",
    caption: "Durchschnittskosten eines Bitcoins",
    columns: ["Gleichmäßig, USD", "Nach Kennzahl, USD", "Unterschied"],
    better: (gauges) => html`Billiger als nach dem Index, an fast denselben Tagen: ${gauges}.`,
    none: "Keine Vergleichskennzahl mit fast denselben Tagen führte zu günstigeren Käufen als der Index.",
  },
  ranks: {
    heading: "Wie gut er Tage ordnet",
    intro: "Jede Vergleichskennzahl und der Index an denselben Tagen; das Bessere von beiden ist fett.",
    measures: {
      hindsight: [
        "Lage im Nachhinein",
        "Rangkorrelation mit der Lage des Kurses zwischen seinem tiefsten und höchsten Stand innerhalb von 2 Jahren davor und danach; 1 ist am besten",
      ],
      topAuc: [
        "Hochs",
        "Wahrscheinlichkeit, dass die Kennzahl an einem Hoch-Tag höher steht als an einem anderen Tag; 1 ist am besten, 0,5 ist Zufall",
      ],
      bottomAuc: [
        "Tiefs",
        "Wahrscheinlichkeit, dass die Kennzahl an einem Tief-Tag tiefer steht als an einem anderen Tag; 1 ist am besten, 0,5 ist Zufall",
      ],
      forward: [
        "Folgejahr",
        "Rangkorrelation mit der Rendite der nächsten 365 Tage; −1 ist am besten, 0 heißt kein Zusammenhang",
      ],
    },
    better: (measure, gauges) => html`${measure} – besser als der Index: ${gauges}.`,
    none: (measure) => html`${measure}: Keine Vergleichskennzahl ist besser als der Index.`,
    unknown: (measure) => html`${measure}: nichts zu vergleichen.`,
    pair: (gauge, reading, score) => html`${gauge} (${reading}; Index ${score})`,
    caption: "Rangmaße",
  },
  settled: {
    heading: "Die gefestigte Phase",
    intro:
      "Die Phase folgt jedem Indexwert und wechselt oft. Die gefestigte Phase geht nach außen sofort mit, ab 60 und 80 oder unter 40 und 20; zur Mitte kehrt sie zurück, wenn der Indexwert 6 Punkte zurückgewichen ist oder zehn Tage in Folge dort lag. Die Feeds melden sie, und die Seiten zählen ihre Tage. Die Tabelle beginnt mit 2014 und enthält auch die Tage, anhand derer das Modell gewählt wurde.",
    caption: (from, to) => `Beide Phasen, ${from} – ${to}`,
    columns: ["Phase", "Wechsel", "Wechsel im Jahr", "Abschnitte unter einer Woche"],
    turns: (shown, lost, late) =>
      `Zyklushochs und -tiefs, vor denen die Phase „Gipfel“ oder „Boden“ erreichte: ${shown}. Davon zeigte die gefestigte Phase ${lost} nicht und ${late} später.`,
    late: (days, share) =>
      `Auf dem Rückweg war sie höchstens ${days} Tage später. An ${share} der Tage stimmte sie mit der Phase überein.`,
  },
  place: {
    heading: "Wie weit der Indexwert danebenlag",
    intro:
      "Die Lage eines Tages sagt, wo sein Kurs zwischen den Kursen der zwei Jahre davor und danach steht: 0 am tiefsten, 100 am höchsten, auf logarithmischer Skala. Bekannt ist sie erst im Nachhinein.",
    error: (from, to, points) =>
      `Vom ${from} bis zum ${to} lag der Indexwert im Mittel ${points} Punkte neben dieser Lage.`,
    low: (points) => `Im Mittel stand er ${points} Punkte zu tief.`,
    high: (points) => `Im Mittel stand er ${points} Punkte zu hoch.`,
    covered: (share, width) =>
      `Die mit dem Indexwert angegebene Spanne enthielt die spätere Lage an ${share} der Tage; sie war im Mittel ${width} Punkte breit.`,
    newest: (day) => `${day}:`,
    meaning: "An neun von zehn Tagen lag die spätere Lage bisher höchstens so weit vom Indexwert entfernt.",
    none: "Es gibt noch keine Spanne: Sie braucht ein Jahr an Tagen, deren spätere Lage bekannt ist.",
    effective: (days, count) =>
      `Die Indexwerte benachbarter Tage ähneln sich. Nach ihrer Autokorrelation sind diese ${days} Tage so viel wert wie etwa ${count} unabhängige Beobachtungen.`,
  },
} satisfies Translation["record"];
