import { html } from "../../html.js";
import type { DataWords } from "../docs-shape.js";

/** Words of the data besides the two endpoints. */
export const dataWords = {
  meta: {
    heading: "Sur quoi repose le score",
    purpose:
      "Version du modèle, les phases et leurs bornes, jours dans la phase, variation sur 1, 7 et 30 jours, quand viennent le prochain score et la prochaine ligne, d’où vient chaque chiffre en direct et quel âge il a, et l’état de chaque source.",
    renewed: "avec le score\u00a0; les âges toutes les 30 secondes",
    cache: "60 secondes",
  },
  proof: {
    heading: "Preuve de l’historique",
    purpose: html`Chaque jour clos est enchaîné par son hash au jour précédent, et la fin de la chaîne est signée\u00a0: une ligne modifiée, retirée ou ajoutée après coup ne passe pas inaperçue. Les 30 derniers maillons sont donnés\u00a0; des jours plus anciens, il n’y a que les hashs. <code>npx peak verify</code> avec l’adresse de ce site les vérifie.`,
    renewed: "chaque jour après 06:00 UTC",
    cache: "5 minutes",
  },
  publicKeys: {
    heading: "Clés publiques",
    purpose:
      "Les clés avec lesquelles la fin de la chaîne est signée, dans l’ordre où elles ont été ajoutées, sous forme de JWK set (RFC 7517). Une clé reste dans la liste pour toujours.",
    renewed: "quand une clé est ajoutée",
    cache: "5 minutes",
  },
  revisions: {
    heading: "Corrections apportées",
    purpose:
      "Une ligne publiée ne change jamais. Chaque correction figure dans cette liste avec sa raison\u00a0; sans correction, la liste est vide.",
    renewed: "quand une ligne est corrigée",
    cache: "5 minutes",
  },
  freeFact: "aucune",
} satisfies DataWords;
