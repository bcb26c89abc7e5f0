import { html } from "../../html.js";
import { FACTS } from "../facts.js";
import type { Locale } from "../locale.js";

export const cycle = {
  heading: "El ciclo completo",
  old: "(desactualizada)",
  moment: (score, phase, signal, minute) =>
    `Puntuación del ciclo de Bitcoin: ${score} de 100, ${phase}. Señal: ${signal}. Calculada: ${minute}.`,
  ranges: { all: "Todo", cycle: "Ciclo", "1y": "1 año", "30d": `${FACTS.days} días` },
  rangesLabel: "Periodo del gráfico",
  /** The chart, for whoever hears it. */
  name: "Precio de Bitcoin y puntuación del ciclo",
  color: "Color y celdas rellenas: la fase, suavizada para que no parpadee.",
  points: { weekly: "Un punto por semana; el último, en tiempo real. Días UTC.", daily: "Un punto por día. Días UTC." },
  keys: "Las flechas lo leen punto por punto.",
  drawing: (from, first, to, last) =>
    `Precio de Bitcoin desde ${first} el ${from} hasta ${last} el ${to} en los colores de la fase asentada, y debajo la puntuación. Sigue lo mismo como tabla.`,
  prices: (from, first, to, last) =>
    `Precio de Bitcoin desde ${first} el ${from} hasta ${last} el ${to}. La puntuación aún no está calculada.`,
  table: "Ver como tabla",
  reading: { price: "Precio", score: "Puntuación", phase: "Fase", since: "Precio desde entonces" },
  /** What is to be seen in each range. */
  titles: {
    all: {
      run: (phase, days) => `${phase} desde hace ${days}`,
      low: (score, month) => `, por encima de los ${score} del suelo de ${month}`,
      high: (score, month) => `, por debajo de los ${score} del techo de ${month}`,
    },
    cycle: {
      never: (score, phase) => `Este ciclo nunca llegó a ${phase}; en su precio máximo la lectura fue ${score}`,
      reached: (score, phase) => `Este ciclo llegó a ${phase}; en su precio máximo la lectura fue ${score}`,
      open: (score) => `Este ciclo ha llegado por ahora a ${score} como máximo`,
    },
    "1y": {
      other: (first, last) => `De ${first} a ${last} en un año`,
      same: (phase) => `${phase}, como hace un año`,
    },
    "30d": (least, most) => `Treinta días entre ${least} y ${most}`,
  },
  columns: ["Día, UTC", "Precio, USD", "Puntuación", "Fase asentada"],
  ruler: {
    turns: html`▼ <b>techos</b>, ▲ <b>suelos</b> del precio: su lectura de ese día`,
  },
  measures: {
    heading: (score, count) => `Por qué ${score}: ${count === 4 ? "cuatro" : "tres"} medidas, una media`,
    lead: (least, most) =>
      html`Cada medida se sitúa entre su propio mínimo habitual (0) y su máximo habitual (100). La puntuación es su media simple. Hoy están entre <b>${least} y ${most}</b>.`,
    names: {
      mvrv: {
        plain: "Precio frente a lo que pagaron los tenedores",
        technical: "valor de mercado ÷ valor realizado (MVRV)",
      },
      thermo: { plain: "Precio frente a lo que cobraron los mineros", technical: "múltiplo thermocap" },
      plaw: { plain: "Precio frente a su tendencia a largo plazo", technical: "distancia a la ley de potencias" },
      ma200w: { plain: "Precio frente a su media de cuatro años", technical: "media móvil de 200 semanas" },
    },
    mean: (count) => `Puntuación: la media de ${count === 4 ? "las cuatro" : "las tres"}`,
  },
  market: { heading: "El mercado alrededor" },
  share: {
    heading: "Para llevar",
    shareText: "La imagen muestra siempre la puntuación del momento, con su fuente.",
    copy: "Copiar enlace",
    copied: "Enlace copiado",
    picture: "Descargar imagen",
    follow: "Entérate de los cambios",
    followText:
      "Una entrada por cada cambio de la fase asentada y cada alerta. No se envía nada más, y nadie pide tu dirección.",
    site: "Ponlo en tu sitio",
    siteText: "Gráfico, insignia, iframe o imagen. Gratis, sin clave, sin cookies.",
    choose: "Elegir un widget",
    installText: "En el móvil: «Añadir a pantalla de inicio» en el menú del navegador.",
  },
  questions: "Preguntas",
} satisfies Locale["cycle"];
