import type { Locale } from "../locale.js";
import { embed } from "./embed.js";
import { home } from "./home.js";

export const de: Locale = {
  common: {
    menuButton: "Menü",
    menuLabel: "Seiten",
    pages: {
      home: "Heute",
      record: "Rückblick",
      method: "Methode",
      embed: "Einbetten",
      docs: "API",
      feed: "Feed",
      status: "Status",
      attribution: "Quellenangabe",
    },
    languages: "Sprache",
    skip: "Zum Inhalt",
    simulated: "Simulierter Markt: Diese Zahlen sind erfunden und bilden keinen echten Markt ab.",
    missing: {
      heading: "Seite nicht gefunden",
      description:
        "Unter dieser Adresse gibt es keine Seite. Vielleicht enthält sie einen Tippfehler; das Menü oben führt " +
        "weiter.",
      now: "Bitcoin-Zyklusindex jetzt",
    },
    copy: "Kopieren",
    copied: "Kopiert",
    selected: "Ausgewählt; bitte mit der Tastatur kopieren",
    advice: "Keine Anlageberatung.",
    privacy: "Keine Cookies, kein Tracking, keine Anfragen an Dritte.",
    pictureAlt: (indexName) => `${indexName}: der aktuelle Indexwert, darunter sein Verlauf in fünf Phasen`,
  },
  home,
  embed,
  attribution: {
    description: "Die Zeile zu jedem gezeigten Indexwert und die Quellen der Daten mit ihren Bedingungen.",
    heading: "Quellenangabe",
    show: "Wenn ein Indexwert gezeigt wird",
    line:
      "Bitte Index und Dienst mit seiner Adresse nennen. Widgets, Iframe und Bilder tun das schon; überall " +
      "sonst genügt diese Zeile:",
    plainText: "Text",
    figures: "Wer auch die Marktdaten zeigt, nennt zusätzlich deren Quellen.",
    sources: "Verwendete Quellen",
    columns: ["Quelle", "Liefert", "Lizenz oder Bedingungen"],
    english: "Die Angaben zu den Quellen sind auf Englisch.",
  },
};
