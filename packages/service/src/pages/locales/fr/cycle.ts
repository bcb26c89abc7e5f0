import { html } from "../../html.js";
import { FACTS } from "../facts.js";
import type { Locale } from "../locale.js";

export const cycle = {
  heading: "Le cycle entier",
  old: "(périmé)",
  moment: (score, phase, signal, minute) =>
    `Score du cycle du bitcoin\u00a0: ${score} sur 100, ${phase}. Signal\u00a0: ${signal}. Calculé\u00a0: ${minute}.`,
  ranges: { all: "Tout", cycle: "Cycle", "1y": "1 an", "30d": `${FACTS.days} jours` },
  rangesLabel: "Période du graphique",
  /** The chart, for whoever hears it. */
  name: "Cours du bitcoin et score du cycle",
  color: "Couleur et cases pleines\u00a0: la phase, lissée pour ne pas vaciller.",
  points: { weekly: "Un point par semaine, le dernier en direct. Jours UTC.", daily: "Un point par jour. Jours UTC." },
  keys: "Les flèches le lisent point par point.",
  drawing: (from, first, to, last) =>
    `Cours du bitcoin de ${first} le ${from} à ${last} le ${to} aux couleurs de la phase établie, et le score en dessous. La même chose suit en tableau.`,
  prices: (from, first, to, last) =>
    `Cours du bitcoin de ${first} le ${from} à ${last} le ${to}. Le score n’est pas encore calculé.`,
  table: "Voir en tableau",
  reading: { price: "Cours", score: "Score", phase: "Phase", since: "Cours depuis" },
  /** What is to be seen in each range. */
  titles: {
    all: {
      run: (phase, days) => `${phase} depuis ${days}`,
      low: (score, month) => `, après ${score} au creux de ${month}`,
      high: (score, month) => `, après ${score} au sommet de ${month}`,
    },
    cycle: {
      never: (score, phase) =>
        `Ce cycle n’a jamais atteint la phase ${phase}\u00a0; à son cours maximal il indiquait ${score}`,
      reached: (score, phase) =>
        `Ce cycle a atteint la phase ${phase}\u00a0; à son cours maximal il indiquait ${score}`,
      open: (score) => `Ce cycle a atteint jusqu’ici ${score} au plus`,
    },
    "1y": {
      other: (first, last) => `De ${first} à ${last} en un an`,
      same: (phase) => `${phase}, comme il y a un an`,
    },
    "30d": (least, most) => `Trente jours entre ${least} et ${most}`,
  },
  columns: ["Jour, UTC", "Cours, USD", "Score", "Phase établie"],
  ruler: {
    turns: html`▼ <b>sommets</b>, ▲ <b>creux</b> du cours\u00a0: la valeur de ce jour-là`,
  },
  measures: {
    heading: (score, count) => `Pourquoi ${score}\u00a0: ${count === 4 ? "quatre" : "trois"} mesures, une moyenne`,
    lead: (least, most) =>
      html`Chaque mesure est placée entre son propre bas habituel (0) et son propre haut habituel (100). Le score est leur simple moyenne. Aujourd’hui, elles se situent entre <b>${least} et ${most}</b>.`,
    names: {
      mvrv: {
        plain: "Prix comparé à ce que les détenteurs ont payé",
        technical: "valeur de marché ÷ valeur réalisée (MVRV)",
      },
      thermo: { plain: "Prix comparé à ce que les mineurs ont reçu", technical: "multiple du thermocap" },
      plaw: { plain: "Prix comparé à sa tendance de long terme", technical: "distance à la loi de puissance" },
      ma200w: { plain: "Prix comparé à sa moyenne de quatre ans", technical: "moyenne mobile sur 200 semaines" },
    },
    mean: (count) => `Score\u00a0: la moyenne des ${count === 4 ? "quatre" : "trois"}`,
  },
  market: { heading: "Le marché à côté" },
  share: {
    heading: "À emporter",
    shareText: "L’image montre toujours le score du moment, avec sa source.",
    copy: "Copier le lien",
    copied: "Lien copié",
    picture: "Télécharger l’image",
    follow: "Être prévenu des changements",
    followText:
      "Une entrée à chaque changement de la phase établie et à chaque alerte. Rien d’autre n’est envoyé, et aucune adresse n’est demandée.",
    site: "Sur votre site",
    siteText: "Graphique, badge, iframe ou image. Gratuit, sans clé, sans cookie.",
    choose: "Choisir un widget",
    installText: "Sur un téléphone\u00a0: «\u00a0Ajouter à l’écran d’accueil\u00a0» dans le menu du navigateur.",
  },
  questions: "Vos questions",
} satisfies Locale["cycle"];
