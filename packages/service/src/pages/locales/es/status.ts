import { html } from "../../html.js";
import { FACTS } from "../facts.js";
import type { Translation } from "../locale.js";

export const status = {
  menu: "Estado",
  title: (indexName) => `${indexName}: estado del servicio`,
  description:
    "Si la puntuación está actualizada, cuándo llega la siguiente, cómo están sus fuentes y cómo ha cumplido el servicio durante un año.",
  heading: "Estado",
  lead: "¿Está actualizada la puntuación, y en qué se basa?",
  asOf: (minute) => `Situación a ${minute}.`,
  now: {
    heading: "La puntuación ahora",
    fresh: "Actualizada",
    stale: `Desactualizada: la puntuación tiene más de ${FACTS.staleHours} horas`,
    score: "Puntuación",
    computed: "Calculada",
    nextScore: "Siguiente puntuación",
    nextRow: "Siguiente fila diaria",
    overdue: "con retraso",
    since: (days, day) => `${days}, desde el ${day}`,
    change: "Variación en puntos",
    unknown: "aún no se sabe",
    coverage: "Cobertura",
    complete: "completa: hay datos para cada parte de la puntuación",
    partly: (percent) => `${percent}: faltan algunos datos; las partes con datos pesan más para compensarlo`,
  },
  figures: {
    heading: "Datos en tiempo real",
    intro:
      "El último valor aceptado de cada cifra permanece hasta que se acepta otro más nuevo. Esta es su antigüedad.",
    columns: ["Cifra", "Fuente", "Observada"],
    single: "(sin segunda fuente)",
  },
  sources: {
    heading: "Fuentes",
    intro:
      "Para cada tipo de dato hay un orden de fuentes. Se consulta la siguiente cuando la anterior no ha dado lo suficiente.",
    columns: ["Fuente", "Aporta", "Última respuesta", "Estado"],
    gives: {
      prices: "precios en tiempo real",
      daily: "cierres diarios",
      mvrv: "MVRV de Bitcoin",
      hourly: "cierres por hora",
      dominance: "dominancia de Bitcoin",
      "fear-greed": "índice de miedo y codicia",
    },
    never: "ninguna todavía",
    health: { ok: "en orden", failing: "con fallos", idle: "en reserva" },
    idle: "no ha hecho falta en el último día",
    faults: {
      unreachable: "no respondió a tiempo",
      throttled: "nos pidió esperar",
      refused: "rechazó la consulta",
      malformed: "su respuesta no tenía la forma documentada",
      implausible: "dio un número que no puede ser cierto",
    },
    terms: (link) => html`Lo que permite cada fuente está en la página <a href="${link}">Atribución</a>.`,
  },
  served: {
    heading: "Un año, día a día",
    intro: (day) =>
      `Los días son días UTC; el primero es el ${day}. Una puntuación está actualizada hasta que cumple ${FACTS.staleHours} horas.`,
    drawing: "Cuánto tiempo de cada día estuvo actualizada la puntuación. Lo mismo está en la tabla de abajo.",
    legend: [
      "actualizada todo el día",
      "actualizada parte del día (altura = proporción)",
      "en ningún momento actualizada",
      "la fila de las 06:00 UTC llegó tarde o falta",
    ],
    totals: "Todos los días juntos",
    columns: ["Días", "Horas con puntuación", "Tiempo con puntuación actualizada", "Filas diarias de las 06:00 UTC"],
    last: (count) => `Últimos ${count} días`,
    hours: (scored, due) => `${scored} de ${due}`,
    rows: (live, late, missing) => `a tiempo: ${live}; tarde: ${late}; sin fila: ${missing}`,
    table: "Cada día en números, el más reciente primero",
    day: "Día",
    fates: {
      live: "a tiempo",
      late: "tarde",
      missing: "falta",
      awaited: "aún por llegar",
      backfill: "calculada después",
    },
  },
  limits: {
    heading: "Qué puede decir esto y qué no",
    points: {
      stored: "Cuenta lo que está guardado: las puntuaciones y las filas, y cuándo se calcularon.",
      unreachable:
        "No puede contar los minutos en que nadie pudo acceder al servicio: un servicio no ve las peticiones que nunca llegan. Solo alguien de fuera puede medirlo.",
      readers:
        "Una puntuación calculada a tiempo puede haber llegado tarde a quien la lee, por ejemplo a través de una caché.",
      gaps: "Las puntuaciones se guardan una vez y nunca se cambian, así que ningún hueco se rellena después. Una fila diaria perdida se calcula más tarde, con los datos de las 06:00 UTC de ese día, y queda marcada como tardía.",
    },
  },
  json: (link) => html`Lo mismo para programas: <a href="${link}"><code>/api/public/nhci/meta</code></a>.`,
} satisfies Translation["status"];
