import { html } from "../../html.js";
import type { Translation } from "../locale.js";

export const status = {
  title: (indexName) => `${indexName}\u00a0: état du service`,
  description:
    "Si le score est à jour, quand vient le prochain, comment vont ses sources et comment le service a tenu le rythme pendant un an.",
  heading: "État du service",
  lead: "Si le score est à jour, et sur quoi il repose.",
  waiting: "Il n’y a pas encore de score\u00a0: le service rassemble le passé dont il a besoin.",
  asOf: (minute) => `État au ${minute}.`,
  now: {
    heading: "Le score actuel",
    fresh: "À jour",
    stale: "Pas à jour\u00a0: le score a plus de 2 heures",
    score: "Score",
    computed: "Calculé",
    nextScore: "Prochain score",
    nextRow: "Prochaine ligne quotidienne",
    overdue: "en retard",
    phase: "Phase",
    since: (days, day) => `${days}, depuis le ${day}`,
    change: "Variation en points",
    spans: ["1 jour", "7 jours", "30 jours"],
    unknown: "pas encore connu",
    coverage: "Couverture",
    complete: "complète\u00a0: chaque partie du score repose sur des données",
    partly: (percent) => `${percent}\u00a0: des données manquent, et les autres parties comptent pour elles`,
  },
  figures: {
    heading: "Chiffres en direct",
    intro:
      "La dernière valeur acceptée de chaque chiffre reste jusqu’à ce qu’une plus récente le soit. Voici leur ancienneté.",
    columns: ["Chiffre", "De", "Observé"],
    names: ["Cours du bitcoin", "Dominance du bitcoin", "Peur et avidité"],
  },
  sources: {
    heading: "Sources des données",
    intro:
      "Pour chaque type de données, il y a un ordre des sources. La suivante est interrogée quand la précédente n’a pas assez donné.",
    columns: ["Source", "Donne", "Dernière réponse", "État"],
    gives: {
      prices: "cours en direct",
      daily: "clôtures quotidiennes",
      mvrv: "MVRV du bitcoin",
      hourly: "clôtures horaires",
      dominance: "dominance du bitcoin",
      "fear-greed": "indice de peur et d’avidité",
    },
    never: "aucune pour l’instant",
    health: { ok: "en ordre", failing: "en défaut", idle: "en réserve" },
    idle: "pas nécessaire depuis un jour",
    faults: {
      unreachable: "elle n’a pas répondu à temps",
      throttled: "elle nous a demandé d’attendre",
      refused: "elle a refusé la question",
      malformed: "sa réponse n’avait pas la forme documentée",
      implausible: "elle a donné un nombre qui ne peut pas être vrai",
    },
    terms: (link) => html`Ce que permet chaque source est à la page <a href="${link}">Attribution</a>.`,
  },
  served: {
    heading: "Une année, jour par jour",
    intro: (day) =>
      `Les jours sont des jours UTC\u00a0; le premier est le ${day}. Un score est à jour jusqu’à l’âge de 2 heures.`,
    drawing: "La part de chaque jour où le score était à jour. Le tableau ci-dessous dit la même chose.",
    legend: [
      "à jour toute la journée",
      "à jour une partie de la journée, selon la hauteur",
      "jamais à jour",
      "la ligne de 06:00 UTC est arrivée en retard ou manque",
    ],
    totals: "Tous les jours ensemble",
    columns: ["Jours", "Heures avec un score", "Temps avec un score à jour", "Lignes quotidiennes de 06:00 UTC"],
    last: (count) => `${count} derniers jours`,
    hours: (scored, due) => `${scored} sur ${due}`,
    rows: (live, late, missing) => `à l’heure ${live}, en retard ${late}, manquantes ${missing}`,
    table: "Chaque jour en chiffres, le plus récent d’abord",
    day: "Jour",
    fates: {
      live: "à l’heure",
      late: "en retard",
      missing: "manquante",
      awaited: "à venir",
      backfill: "calculée après coup",
    },
  },
  limits: {
    heading: "Ce que cette page peut dire, et ce qu’elle ne peut pas",
    points: {
      stored: "Elle compte ce qui est enregistré\u00a0: les scores et les lignes, et le moment de leur calcul.",
      unreachable:
        "Elle ne peut pas compter les minutes où personne n’a pu joindre le service\u00a0: un service ne voit pas les requêtes qui n’arrivent jamais. Seul quelqu’un de l’extérieur peut le mesurer.",
      readers: "Un score calculé à temps a pu arriver tard chez ses lecteurs, par exemple à travers un cache.",
      gaps: "Les scores sont enregistrés une fois et ne changent jamais, donc aucun trou n’est comblé après coup. Une ligne quotidienne manquée est calculée plus tard, avec les données de ses propres 06:00 UTC, et reste marquée en retard.",
    },
  },
  json: (link) =>
    html`La même chose pour les programmes\u00a0: <a href="${link}"><code>/api/public/nhci/meta</code></a>.`,
} satisfies Translation["status"];
