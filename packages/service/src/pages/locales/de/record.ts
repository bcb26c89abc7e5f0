import { html } from "../../html.js";
import type { Translation } from "../locale.js";

export const record = {
  title: (indexName) => `${indexName}: seine Bilanz samt Fehlern`,
  description:
    "Was der Bitcoin-Zyklusindex an jedem Zyklushoch und -tief sagte, seine Fehlalarme und was er verpasst hat, neben einfachen Vergleichskennzahlen.",
  heading: "Bilanz",
  lead: "Was der Index sagte und was daraus wurde, samt allen Fehlern.",
  waiting: "Es gibt noch keine Bilanz: Der Dienst lädt gerade die nötigen historischen Daten.",
  few: "Dünne Belege: Es gab erst wenige Zyklen. Tausende Tageswerte sehen nach vielen Belegen aus, beschreiben aber dieselben paar Anstiege und Abstürze. Nichts hier beweist, dass der nächste Zyklus so wird wie der letzte.",
  later: (later, all) => `Nur ${later} der ${all} Wendepunkte liegen nach den zur Abstimmung benutzten Tagen.`,
  covers: (from, to, version) => `Indexwerte vom ${from} bis ${to}, UTC-Tage. Modellversion ${version}.`,
  again: "Der Befehl „peak backtest“ des Programms errechnet aus denselben Tagen dasselbe, bis auf die letzte Stelle.",
  more: (json, csv) =>
    html`Alle Zahlen, auch je Zyklus und aus den frühen Tagen: <a href="${csv}">record.csv</a>; eine Zusammenfassung für Programme: <a href="${json}">record</a> in JSON.`,
  periods: {
    later: ["Danach", "nach den zur Abstimmung benutzten Tagen"],
    development: ["Zur Abstimmung", "in-sample: Mit diesen Tagen wurde das Modell gewählt"],
    early: ["Früh", "davor: kurz, und ein dünner Markt"],
  },
  nothing: "Nichts in diesem Zeitraum.",
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
        "Zur Abstimmung, und danach. Das Modell wurde anhand der Tage des ersten dieser Zeiträume gewählt. Die Zahlen dort sind also an bekannten Daten gemessen (in-sample): Mit schlechteren Ergebnissen ist zu rechnen. An die späteren Tage wurde keine Zahl angepasst; die damals schon vergangenen waren aber bekannt und sind deshalb kein blinder Test. Beide werden nie vermischt.",
      noLookAhead:
        "Kein Blick voraus. Kein Indexwert benutzt einen späteren Tag. Keine Korrelation, keine Rendite und keine Kosten eines Zeitraums benutzen einen Kurs nach dessen Ende; Hochs, Tiefs und Alarme sind so angegeben, wie man sie heute kennt.",
      turns:
        "Hochs und Tiefs. Ein Zyklushoch ist ein Schlusskurs, den keiner der 365 Tage davor übertrifft und nach dem sich der Kurs halbierte, bevor er wieder darüber schloss. Sein Tief ist der niedrigste Schlusskurs dazwischen. Beide kennt man erst im Nachhinein.",
      cycles:
        "Zyklen. Von einem Halving bis zum Tag vor dem nächsten: Zyklus 1 beginnt mit dem ersten. Die Grenzen der Zeiträume schneiden sie ab.",
      baselines:
        "Einfache Kennzahlen. Vier, jede auf einer Skala von 0 bis 100: nur Marktwert zu realisiertem Wert (MVRV), der Kurs zu seinem 200-Tage-Durchschnitt (Mayer-Multiple), der Abstand von einem Potenzgesetz des Kurses und Angst und Gier. Jede wird an genau denselben Tagen mit dem Index verglichen.",
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
      "Eine Warnung ist ein Tag, an dem der Index in der äußersten Phase stand: „Gipfel“ vor einem Hoch, „Boden“ vor einem Tief, seit dem Wendepunkt davor. Danach: wie weit der Kurs vom Hoch zum Tief fiel, das Signal des Tages und die aktiven Warnungen.",
    called: (highs, allHighs, lows, allLows) =>
      html`Der Index hatte vor <strong>${highs} von ${allHighs}</strong> Zyklushochs in „Gipfel“ gestanden und vor <strong>${lows} von ${allLows}</strong> Zyklustiefs in „Boden“.`,
    high: "Hoch",
    low: "Tief",
    open: "kann noch tiefer gehen",
    warned: (days) => `zuerst gewarnt: ${days} vorher`,
    warnedThatDay: "am Tag selbst gewarnt",
    neverWarned: "nie gewarnt",
    fall: (change) => `Rückgang ${change}`,
    caption: "Was der Index sagte",
    columns: ["Wendepunkt", "Indexwert", "Kurs, USD", "Dazu"],
  },
  flags: {
    heading: "Warnungen: richtig, falsch, verpasst",
    intro:
      "Ein Alarm ist eine ununterbrochene Reihe von Tagen, an denen die Warnung aktiv ist. Verpasst ist ein Wendepunkt, an dem sie hätte aktiv sein sollen und es nicht war.",
    verdicts: { right: "richtig", false: "Fehlalarm", open: "offen", missed: "verpasst" },
    summary: (right, ended, missed) =>
      `richtig bei ${right} von ${ended} beendeten Alarmen; verpasste Wendepunkte: ${missed}`,
    counts: "wie oft",
    flag: "Warnung",
    alarms: "jeder Alarm und jeder verpasste Wendepunkt",
    columns: ["Von", "bis", "Warnung", "Urteil", "Kurs, USD", "Rückgang danach"],
    rules: {
      topRisk:
        "richtig, wenn auf den höchsten Schlusskurs während des Alarms erst ein Schlusskurs bei der Hälfte oder weniger folgte und dann einer darüber; Fehlalarm, wenn der Kurs zuerst darüber schloss.",
      descentGuard:
        "richtig, wenn der Kurs während des Alarms 20\u00a0% oder mehr unter dem des ersten Tages schloss; Fehlalarm, wenn die Warnung ohne das endete.",
    },
  },
  phases: {
    heading: "Zeit in jeder Phase",
    intro: "Anteil der Tage.",
  },
  returns: {
    heading: "Was der Kurs im Jahr nach jeder Phase tat",
    intro:
      "Die Streuung ist groß und die Tage überlappen sich, die Zahl der Tage sagt also wenig darüber, wie sicher eine Zahl ist. Ein Jahr, das erst nach dem Ende des Zeitraums endet, zählt nicht.",
    drawingNote:
      "Linie: die mittleren 80\u00a0% der Renditen. Balken: die mittlere Hälfte. Strich: der Median. Die Skala ist logarithmisch.",
    caption: "Renditen im Jahr nach jeder Phase",
    columns: ["Phase", "Tage", "Median", "% gestiegen"],
  },
  comparison: {
    heading: "Neben einfachen Kennzahlen",
    intro:
      "In Klammern der Index an denselben Tagen. Fett: Die einfache Kennzahl ist besser als der Index. „–“: Es gibt keine Tage zum Messen.",
    caption: "Der Index und vier einfache Kennzahlen",
    measure: "Kennzahl",
    columns: {
      buying: [
        "Kosten",
        "eines Bitcoins, wenn man jeden Tag für 2 Dollar kauft bei einem Stand von 0, für 1 Dollar bei 50 und für nichts bei 100, verglichen mit derselben Summe, gleichmäßig auf alle Tage verteilt; unter 0\u00a0% ist billiger",
      ],
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
