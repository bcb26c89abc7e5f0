import { html } from "../../html.js";
import type { DataWords } from "../docs-shape.js";

/** Words of the data besides the two endpoints. */
export const dataWords = {
  meta: {
    heading: "Worauf der Wert beruht",
    purpose:
      "Version des Modells, die Phasen und ihre Grenzen, Tage in der Phase, Änderung über 1, 7 und 30 Tage, wann der nächste Wert und die nächste Zeile kommen, woher jede aktuelle Zahl stammt und wie alt sie ist, und der Zustand jeder Quelle.",
    renewed: "mit dem Wert; Alter alle 30 Sekunden",
    cache: "60 Sekunden",
  },
  proof: {
    heading: "Nachweis des Verlaufs",
    purpose: html`Jeder abgeschlossene Tag ist durch seinen Hash mit dem Tag davor verkettet, und das Ende der Kette ist signiert: Eine später geänderte, entfernte oder eingefügte Zeile bleibt nicht unbemerkt. Angegeben sind die letzten 30 Glieder; von älteren Tagen gibt es nur Hashes. <code>npx peak verify</code> mit der Adresse dieser Seite prüft sie.`,
    renewed: "täglich nach 06:00 UTC",
    cache: "5 Minuten",
  },
  publicKeys: {
    heading: "Öffentliche Schlüssel",
    purpose:
      "Die Schlüssel, mit denen das Ende der Kette signiert wird, in der Reihenfolge, in der sie dazukamen, als JWK-Set (RFC 7517). Ein Schlüssel bleibt für immer in der Liste.",
    renewed: "wenn ein Schlüssel dazukommt",
    cache: "5 Minuten",
  },
  revisions: {
    heading: "Berichtigungen",
    purpose:
      "Eine veröffentlichte Zeile ändert sich nie. Jede Berichtigung steht mit ihrem Grund in dieser Liste; ohne eine ist die Liste leer.",
    renewed: "wenn eine Zeile berichtigt wird",
    cache: "5 Minuten",
  },
  freeFact: "keine",
} satisfies DataWords;
