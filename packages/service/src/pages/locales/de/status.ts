import { html } from "../../html.js";
import { FACTS } from "../facts.js";
import type { Translation } from "../locale.js";

export const status = {
  menu: "Status",
  title: (indexName) => `${indexName}: Status des Dienstes`,
  description:
    "Ob der Indexwert aktuell ist, wann der nächste kommt, in welchem Zustand seine Quellen sind und wie zuverlässig der Dienst im letzten Jahr war.",
  heading: "Status",
  lead: "Ist der Indexwert aktuell, und worauf beruht er?",
  asOf: (minute) => `Stand: ${minute}.`,
  now: {
    heading: "Der aktuelle Indexwert",
    fresh: "Aktuell",
    stale: `Veraltet: Der Indexwert ist älter als ${FACTS.staleHours} Stunden`,
    score: "Indexwert",
    computed: "Berechnet",
    nextScore: "Nächster Indexwert",
    nextRow: "Nächste Tageszeile",
    overdue: "überfällig",
    since: (days, day) => `${days}, seit dem ${day}`,
    change: "Änderung in Punkten",
    unknown: "noch nicht bekannt",
    coverage: "Datenlage",
    complete: "vollständig: Für jede Komponente des Indexwerts liegen Daten vor",
    partly: (percent) =>
      `${percent}: Einige Daten fehlen; die vorhandenen Komponenten werden entsprechend höher gewichtet`,
  },
  figures: {
    heading: "Aktuelle Marktdaten",
    intro: "Der letzte angenommene Wert bleibt stehen, bis ein neuerer angenommen wird. So alt sind sie gerade.",
    columns: ["Kennzahl", "Quelle", "Beobachtet"],
    single: "(keine zweite Quelle)",
  },
  sources: {
    heading: "Quellen",
    intro:
      "Für jede Art von Daten gibt es eine Reihenfolge. Die nächste Quelle wird gefragt, wenn die vorige nicht genug gegeben hat.",
    columns: ["Quelle", "Liefert", "Letzte Antwort", "Zustand"],
    gives: {
      prices: "aktuelle Kurse",
      daily: "Tagesschlusskurse",
      mvrv: "MVRV von Bitcoin",
      hourly: "Stundenschlusskurse",
      dominance: "Bitcoin-Dominanz",
      "fear-greed": "Angst-und-Gier-Index",
    },
    never: "noch keine",
    health: { ok: "in Ordnung", failing: "gestört", idle: "in Reserve" },
    idle: "seit einem Tag nicht gebraucht",
    faults: {
      unreachable: "Sie hat nicht rechtzeitig geantwortet",
      throttled: "Sie hat um Geduld gebeten",
      refused: "Sie hat die Auskunft verweigert",
      malformed: "Ihre Antwort hatte eine andere Form als beschrieben",
      implausible: "Sie nannte eine Zahl, die nicht stimmen kann",
    },
    terms: (link) => html`Was jede Quelle erlaubt, steht auf der Seite <a href="${link}">Quellenangabe</a>.`,
  },
  served: {
    heading: "Ein Jahr, Tag für Tag",
    intro: (day) =>
      `Tage sind UTC-Tage, der erste ist der ${day}. Ein Indexwert gilt als aktuell, bis er ${FACTS.staleHours} Stunden alt ist.`,
    drawing: "Wie aktuell der Indexwert an jedem Tag war. Dasselbe steht in der Tabelle darunter.",
    legend: [
      "den ganzen Tag aktuell",
      "einen Teil des Tages aktuell (Balkenhöhe = Anteil)",
      "gar nicht aktuell",
      "die Zeile von 06:00 UTC kam verspätet oder fehlt",
    ],
    totals: "Alle Tage zusammen",
    columns: ["Tage", "Stunden mit Indexwert", "Zeit mit aktuellem Indexwert", "Tageszeilen von 06:00 UTC"],
    last: (count) => `Letzte ${count} Tage`,
    hours: (scored, due) => `${scored} von ${due}`,
    rows: (live, late, missing) => `pünktlich: ${live}, verspätet: ${late}, fehlend: ${missing}`,
    table: "Jeder Tag in Zahlen, der neueste zuerst",
    day: "Tag",
    fates: {
      live: "pünktlich",
      late: "verspätet",
      missing: "fehlt",
      awaited: "steht noch aus",
      backfill: "nachträglich berechnet",
    },
  },
  limits: {
    heading: "Was das sagen kann und was nicht",
    points: {
      stored: "Gezählt wird, was gespeichert ist: die Indexwerte und Zeilen und wann sie berechnet wurden.",
      unreachable:
        "Nicht zählen lassen sich die Minuten, in denen niemand den Dienst erreichen konnte: Anfragen, die nie ankommen, sieht er nicht. Das kann nur jemand von außen messen.",
      readers:
        "Ein Indexwert, der rechtzeitig berechnet war, kann seine Leser verspätet erreicht haben, zum Beispiel über einen Cache.",
      gaps: "Indexwerte werden einmal gespeichert und nie geändert, also wird keine Lücke nachträglich gefüllt. Eine verpasste Tageszeile wird später berechnet, mit dem Datenstand von 06:00 UTC des betreffenden Tages, und bleibt als verspätet gekennzeichnet.",
    },
  },
  json: (link) => html`Dasselbe für Programme: <a href="${link}"><code>/api/public/nhci/meta</code></a>.`,
} satisfies Translation["status"];
