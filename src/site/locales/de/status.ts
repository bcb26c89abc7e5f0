import { html } from "../../html.js";
import type { Translation } from "../locale.js";

export const status = {
  title: (indexName) => `${indexName}: Status des Dienstes`,
  description:
    "Ob der Wert frisch ist, wann der nächste kommt, wie es seinen Quellen geht und wie gut der Dienst ein Jahr lang Schritt gehalten hat.",
  heading: "Status",
  lead: "Ob der Wert frisch ist und worauf er steht.",
  waiting: "Noch gibt es keinen Wert: Der Dienst sammelt gerade die Vergangenheit, die er braucht.",
  asOf: (minute) => `Stand: ${minute}.`,
  now: {
    heading: "Der aktuelle Wert",
    fresh: "Frisch",
    stale: "Veraltet: Der Wert ist älter als 2 Stunden",
    score: "Wert",
    computed: "Berechnet",
    nextScore: "Nächster Wert",
    nextRow: "Nächste Tageszeile",
    overdue: "überfällig",
    phase: "Phase",
    since: (days, day) => `${days}, seit dem ${day}`,
    change: "Änderung in Punkten",
    spans: ["1 Tag", "7 Tage", "30 Tage"],
    unknown: "noch nicht bekannt",
    coverage: "Datenlage",
    complete: "vollständig: Jeder Teil des Werts steht auf Daten",
    partly: (percent) => `${percent}: Einige Daten fehlen, die übrigen Teile zählen für sie mit`,
  },
  figures: {
    heading: "Laufende Marktdaten",
    intro: "Der letzte angenommene Wert bleibt stehen, bis ein neuerer angenommen wird. So alt sind sie gerade.",
    columns: ["Größe", "Von", "Beobachtet"],
    names: ["Bitcoin-Kurs", "Bitcoin-Dominanz", "Angst und Gier"],
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
    terms: (link) => html`Was jede Quelle erlaubt, steht auf der Seite <a href="${link}">Quellen</a>.`,
  },
  served: {
    heading: "Ein Jahr, Tag für Tag",
    intro: (day) => `Tage sind UTC-Tage, der erste ist der ${day}. Ein Wert gilt als frisch, bis er 2 Stunden alt ist.`,
    drawing: "Wie frisch der Wert an jedem Tag war. Dasselbe steht in der Tabelle darunter.",
    legend: [
      "den ganzen Tag frisch",
      "einen Teil des Tages frisch, je nach Höhe",
      "gar nicht frisch",
      "die Zeile von 06:00 UTC kam spät oder fehlt",
    ],
    totals: "Alle Tage zusammen",
    columns: ["Tage", "Stunden mit Wert", "Zeit mit frischem Wert", "Tageszeilen von 06:00 UTC"],
    last: (count) => `Letzte ${count} Tage`,
    hours: (scored, due) => `${scored} von ${due}`,
    rows: (live, late, missing) => `pünktlich ${live}, spät ${late}, fehlend ${missing}`,
    table: "Jeder Tag in Zahlen, der neueste zuerst",
    day: "Tag",
    fates: {
      live: "pünktlich",
      late: "spät",
      missing: "fehlt",
      awaited: "steht noch aus",
      backfill: "nachträglich berechnet",
    },
  },
  limits: {
    heading: "Was das sagen kann und was nicht",
    points: {
      stored: "Gezählt wird, was gespeichert ist: die Werte und Zeilen und wann sie berechnet wurden.",
      unreachable:
        "Nicht zählen lassen sich die Minuten, in denen niemand den Dienst erreichen konnte: Anfragen, die nie ankommen, sieht er nicht. Das kann nur jemand von außen messen.",
      readers:
        "Ein Wert, der rechtzeitig berechnet war, kann seine Leser verspätet erreicht haben, zum Beispiel über einen Zwischenspeicher.",
      gaps: "Werte werden einmal gespeichert und nie geändert, also wird keine Lücke nachträglich gefüllt. Eine verpasste Tageszeile wird später berechnet, mit dem Stand ihrer eigenen 06:00 UTC, und bleibt als spät gekennzeichnet.",
    },
  },
  json: (link) => html`Dasselbe für Programme: <a href="${link}"><code>/api/public/nhci/meta</code></a>.`,
} satisfies Translation["status"];
