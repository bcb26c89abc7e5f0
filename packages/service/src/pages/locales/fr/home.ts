import { html } from "../../html.js";
import { FACTS } from "../facts.js";
import type { Locale } from "../locale.js";

export const home: Locale["home"] = {
  title: (indexName) => `${indexName}\u00a0: où en est le bitcoin dans son cycle`,
  description:
    `Un indice gratuit du cycle du bitcoin, de 0 à 100, mis à jour chaque heure\u00a0: phase, signal, ` +
    `${FACTS.days} jours d’historique, widgets et une API JSON ouverte.`,
  moment: (score, phase, signal, minute) =>
    `Score du cycle du bitcoin\u00a0: ${score} sur 100, ${phase}. Signal\u00a0: ${signal}. Calculé\u00a0: ${minute}.`,
  old: "(périmé)",
  verdict: {
    sentence: (place, warned) => html`Le bitcoin se situe ${place} de son cycle${warned}.`,
    places: {
      FONDO: "près du bas",
      ACUM: "sous le milieu",
      BULL: "autour du milieu",
      HOT: "au-dessus du milieu",
      PEAK: "près du haut",
    },
    warned: {
      descentGuard: ", avec une alerte marché baissier active",
      topRisk: ", avec une alerte sommet de cycle active",
      both: ", avec les deux alertes actives",
    },
    scale: "Score du cycle (0\u00a0: bon marché dans son histoire, 100\u00a0: cher)",
    run: (days, day) => `depuis le ${day} (${days})`,
    crossed: (settled) => html`tout juste atteinte\u00a0; phase stable\u00a0: ${settled}`,
    rows: { signal: "Signal", score: "Score", computed: "Calculé" },
    week: "en une semaine",
    year: "en un an",
    month: (change) => `${change} en ${FACTS.days} jours`,
    stale: (age) => `il y a ${age}`,
    settledSignal: (signal, day) => `stable\u00a0: ${signal} depuis le ${day}`,
    calm: ", aucune alerte active",
    moved: (signal, without) => html`\u00a0; ${without}, ce serait ${signal}`,
    also: (without) => html`, même ${without}`,
    without: {
      one: (link) => html`sans l’<a href="${link}">alerte</a>`,
      both: (link) => html`sans les <a href="${link}">alertes</a>`,
    },
  },
  ruler: {
    now: (score) => `Actuellement ${score}`,
    high: ["Score aux précédents hauts du cours", "aux hauts"],
    low: ["aux précédents bas du cours", "aux bas"],
  },
  start: {
    heading: "Premier démarrage",
    phase: "En attente du premier score",
    waiting: "Le service charge les données historiques nécessaires.",
    elsewhere: "Une autre instance calcule le premier score\u00a0; il apparaîtra ici.",
    stalled: (minute) => `Aucune source n’a rien envoyé de nouveau depuis ${minute}. Nous continuons à les interroger.`,
    refreshes: "Cette page se met à jour d’elle-même.",
  },
  chart: {
    ranges: { all: "Tout", cycle: "Cycle", "1y": "1 an", "30d": `${FACTS.days} jours` },
    rangesLabel: "Période du graphique",
    name: "Cours du bitcoin et score du cycle",
    keys: "Utilisez les flèches du clavier pour le lire point par point.",
    drawing: (from, first, to, last) =>
      `Score du cycle du bitcoin et, en dessous, le cours\u00a0: ${first} (${from}), ${last} (${to}). Les ` +
      `mêmes chiffres ` +
      `suivent dans un tableau.`,
    price: "Cours\u00a0:",
    table: "Voir en tableau",
    columns: ["Jour (UTC)", "Cours, USD", "Score", "Phase"],
    titles: {
      since: (year) => `Le score depuis ${year}`,
      low: (score, month, now) => `Le score est remonté de ${score} en ${month} à ${now}`,
      high: (score, month, now) => `Le score est descendu de ${score} en ${month} à ${now}`,
      never: (score, phase) =>
        `Ce cycle n’a pas encore atteint la phase «\u00a0${phase}\u00a0»\u00a0: au cours le plus haut, le score ` +
        `était de ${score}`,
      reached: (score, phase) =>
        `Ce cycle a atteint la phase «\u00a0${phase}\u00a0»\u00a0: au cours le plus haut, le score était de ${score}`,
      open: (score) => `Le score le plus haut de ce cycle est pour l’instant de ${score}`,
      other: (first, last) => `Il y a un an, ${first}\u00a0; aujourd’hui, ${last}`,
      same: (phase) => `${phase}, comme il y a un an`,
      days: (least, most) => `En ${FACTS.days} jours, le score a évolué entre ${least} et ${most}`,
    },
  },
  why: {
    heading: (score, count) => `Pourquoi ${score}\u00a0: ${count === 4 ? "quatre" : "trois"} mesures et leur moyenne`,
    names: {
      mvrv: ["Cours face au prix d’achat des détenteurs", "MVRV"],
      thermo: ["Cours face aux revenus des mineurs", "multiple thermocap"],
      plaw: ["Cours face à sa tendance de long terme", "loi de puissance"],
      ma200w: ["Cours face à sa moyenne sur quatre ans", "200 semaines"],
    },
    mean: "Score\u00a0: leur moyenne",
    hindsight: (points, link) =>
      html`Avec le recul, le score s’est trompé de <a href="${link}">${points} points en moyenne</a>.`,
  },
  market: {
    heading: "Le marché aujourd’hui",
    dominance: "Dominance du bitcoin",
    fearGreed: "Peur et avidité",
    crypto: "Crypto dans l’ensemble",
    weaker: "moins fiable (pourquoi\u00a0?)",
    moods: {
      "Extreme Fear": "Peur extrême",
      Fear: "Peur",
      Neutral: "Neutre",
      Greed: "Avidité",
      "Extreme Greed": "Avidité extrême",
    },
  },
  actions: {
    label: "Partager et réutiliser",
    share: "Partager",
    copied: "Lien copié",
    picture: "Image",
    embed: "Intégrer",
    feed: "Flux",
    follow: "Suivre",
  },
  questions: {
    heading: "Questions",
    more: "En savoir plus dans la méthode (en anglais)",
    phases: {
      heading: "Que signifient les cinq phases\u00a0?",
      text:
        "Une phase est un cinquième de l’échelle. Elle dit si le cours est haut ou bas par rapport au passé du " +
        "bitcoin, pas où il ira ensuite.",
      columns: ["Score", "Phase", "Clé dans l’API"],
    },
    settled: {
      heading: "Pourquoi la phase change-t-elle moins souvent que le score\u00a0?",
      text:
        "La phase stable, que suivent les flux et «\u00a0depuis\u00a0», ignore les mouvements brefs. Vers " +
        "«\u00a0Sommet\u00a0» ou " +
        "«\u00a0Creux\u00a0», elle change aussitôt\u00a0; pour revenir vers le milieu, elle attend 6 points ou dix " +
        "jours.",
    },
    signal: {
      heading: "Qu’est-ce que le signal\u00a0?",
      text: "Une règle fixe résume le score et les deux alertes en un mot. Ce n’est pas un conseil.",
      columns: ["Score", "Sans alerte", "Avec une alerte"],
    },
    warnings: {
      heading: "Que sont les deux alertes\u00a0?",
      descentGuard: html`<b>Alerte marché baissier\u00a0:</b> la baisse n’est probablement pas terminée\u00a0; un score
bas n’est donc pas encore une bonne affaire.`,
      topRisk: html`<b>Alerte sommet de cycle\u00a0:</b> les moyennes du cours et les indicateurs de valorisation
ressemblent à ceux des hauts de cycle passés.`,
    },
    wrong: {
      heading: "Combien de fois s’est-il trompé\u00a0?",
      text: (link) =>
        html`Assez souvent pour que cela compte. Le <a href="${link}">bilan</a> montre chaque haut et chaque bas
de cycle (signalé à temps, trop tôt ou manqué) et chaque fausse alerte. Le cours entre dans les quatre mesures\u00a0:
elles peuvent donc se tromper ensemble, et il n’y a eu que quatre cycles pour apprendre.`,
    },
    history: {
      heading: `Peut-on avoir plus de ${FACTS.days} jours de données\u00a0?`,
      text: (link) => html`Sans clé, l’<a href="${link}">API</a> donne les ${FACTS.days} derniers jours.`,
      pro: "API Pro donne tout l’historique depuis 2017, avec des clés personnelles et des limites plus élevées.",
      proSoon:
        "Bientôt, API Pro\u00a0: tout l’historique depuis 2017, des clés personnelles et des limites plus élevées.",
    },
  },
};
