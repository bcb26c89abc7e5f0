import type { Translation } from "../locale.js";
import { cycle } from "./cycle.js";
import { embed } from "./embed.js";
import { home } from "./home.js";
import { record } from "./record.js";
import { status } from "./status.js";

export const de: Translation = {
  common: {
    waiting: "Noch gibt es keinen Indexwert: Der Dienst lädt gerade die nötigen historischen Daten.",
    terms: {
      phase: "Phase",
      settled: "Gefestigte Phase",
      price: "Bitcoin-Kurs",
      dominance: "Bitcoin-Dominanz",
      fearGreed: "Angst und Gier",
    },
    menuButton: "Menü",
    menuLabel: "Seiten",
    languages: "Sprache",
    skip: "Zum Inhalt",
    contents: "Auf dieser Seite",
    simulated: "Simulierter Markt: Diese Zahlen sind erfunden und bilden keinen echten Markt ab.",
    missing: {
      heading: "Hier ist nichts",
      description:
        "Unter dieser Adresse gibt es keine Seite. Vielleicht ist sie vertippt; das Menü oben führt zu allem anderen.",
    },
    advice: "Nichts hier ist Anlageberatung.",
    privacy: "Keine Cookies, kein Tracking, keine Anfragen an Dritte.",
    cardAlt: (indexName) =>
      `${indexName}: der aktuelle Indexwert auf seiner Skala, darunter der Kurs in den Farben der Phasen`,
    laterPlace: (score, low, high) => `${score}; spätere Lage zwischen ${low} und ${high}`,
  },
  home,
  cycle,
  record,
  embed,
  status,
  method: {
    description:
      "Alle Formeln des Index: Eingaben, Komponenten, Bänder, Phasen, Warnungen, gefestigte Phase und Spanne, mit Belegen und Rechenbeispielen.",
    heading: "Methode",
    english: "Die Methode ist auf Englisch beschrieben.",
  },
  attribution: {
    menu: "Quellen",
    description: "Die Zeile, die zu jedem gezeigten Indexwert gehört, und die Quellen der Daten mit ihren Bedingungen.",
    heading: "Quellenangabe",
    show: "Beim Zeigen eines Indexwerts",
    line: "Zu nennen sind der Index und der Dienst mit seiner Adresse. Widgets, Iframe und Bilder tun das von selbst; überall sonst genügt diese Zeile:",
    plainText: "Text",
    figures: "Wer auch die Marktdaten zeigt, nennt zusätzlich deren Quellen.",
    sources: "Verwendete Quellen",
    columns: ["Quelle", "Liefert", "Lizenz oder Bedingungen"],
    english: "Die Angaben zu den Quellen sind auf Englisch.",
  },
};
