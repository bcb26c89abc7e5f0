import { html } from "../../html.js";
import { FACTS } from "../facts.js";
import type { Translation } from "../locale.js";

export const status = {
  menu: "État",
  title: (indexName) => `${indexName}\u00a0: état du service`,
  description: "État du score, heure du prochain, état des sources et régularité du service sur un an.",
  heading: "État du service",
  lead: "Le score est-il à jour, et sur quoi repose-t-il\u00a0?",
  asOf: (minute) => `État au ${minute}.`,
  now: {
    heading: "Le score actuel",
    fresh: "À jour",
    stale: `Périmé\u00a0: le score a plus de ${FACTS.staleHours} heures`,
    score: "Score",
    computed: "Calculé",
    nextScore: "Prochain score",
    nextRow: "Prochaine ligne quotidienne",
    overdue: "en retard",
    since: (days, day) => `${days}, depuis le ${day}`,
    change: "Variation en points",
    unknown: "pas encore connu",
    coverage: "Couverture",
    complete: "complète\u00a0: des données existent pour chaque composante du score",
    partly: (percent) =>
      `${percent}\u00a0: des données manquent\u00a0; les composantes disponibles sont pondérées en conséquence`,
  },
  figures: {
    heading: "Chiffres en direct",
    intro:
      "La dernière valeur acceptée de chaque chiffre reste jusqu’à ce qu’une plus récente le soit. Voici leur ancienneté.",
    columns: ["Chiffre", "Source", "Observé"],
    single: "(pas de seconde source)",
  },
  sources: {
    heading: "Sources des données",
    intro:
      "Pour chaque type de données, il y a un ordre des sources. La suivante est interrogée quand la précédente n’a pas assez donné.",
    columns: ["Source", "Fournit", "Dernière réponse", "État"],
    gives: {
      prices: "cours en direct",
      daily: "clôtures quotidiennes",
      mvrv: "MVRV du bitcoin",
      hourly: "clôtures horaires",
      dominance: "dominance du bitcoin",
      "fear-greed": "indice de peur et d’avidité",
    },
    never: "aucune pour l’instant",
    health: { ok: "OK", failing: "en échec", idle: "en réserve" },
    idle: "pas nécessaire depuis un jour",
    faults: {
      unreachable: "elle n’a pas répondu à temps",
      throttled: "elle nous a demandé d’attendre",
      refused: "elle a refusé la requête",
      malformed: "sa réponse n’avait pas la forme documentée",
      implausible: "elle a donné un nombre qui ne peut pas être vrai",
    },
    terms: (link) => html`Ce que permet chaque source est à la page <a href="${link}">Sources et mentions</a>.`,
  },
  served: {
    heading: "Une année, jour par jour",
    intro: (day) =>
      `Les jours sont des jours UTC\u00a0; le premier est le ${day}. Un score est à jour jusqu’à l’âge de ${FACTS.staleHours} heures.`,
    drawing: "La part de chaque jour où le score était à jour. Le tableau ci-dessous dit la même chose.",
    legend: [
      "à jour toute la journée",
      "à jour une partie de la journée (hauteur = part)",
      "jamais à jour",
      "la ligne de 06:00 UTC est arrivée en retard ou manque",
    ],
    totals: "Tous les jours ensemble",
    columns: ["Jours", "Heures avec un score", "Temps avec un score à jour", "Lignes quotidiennes de 06:00 UTC"],
    last: (count) => `${count} derniers jours`,
    hours: (scored, due) => `${scored} sur ${due}`,
    rows: (live, late, missing) => `à l’heure\u00a0: ${live}, en retard\u00a0: ${late}, manquantes\u00a0: ${missing}`,
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
      gaps: "Les scores sont enregistrés une fois et ne changent jamais, donc aucun trou n’est comblé après coup. Une ligne quotidienne manquée est calculée plus tard, avec les données de 06:00 UTC du jour concerné, et reste marquée en retard.",
    },
  },
  json: (link) =>
    html`La même chose pour les programmes\u00a0: <a href="${link}"><code>/api/public/nhci/meta</code></a>.`,
} satisfies Translation["status"];
