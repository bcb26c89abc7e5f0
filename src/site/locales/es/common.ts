import type { CommonWords } from "../shape.js";

export const common = {
  language: "Español",
  menu: {
    home: "Índice",
    record: "Balance",
    embed: "Insertar",
    docs: "API",
    status: "Estado",
    attribution: "Atribución",
  },
  menuLabel: "Páginas",
  languages: "Idioma",
  skip: "Ir al contenido",
  simulated: "Mercado simulado: estas cifras son inventadas y no describen ningún activo real.",
  missing: {
    heading: "Aquí no hay nada",
    text: "No hay ninguna página en esta dirección. Quizá tenga una errata; el menú de arriba lleva a todo lo demás.",
  },
  advice: "Nada de lo aquí publicado es asesoramiento financiero.",
  privacy: "Sin cookies, sin rastreo, sin peticiones a terceros.",
  cardAlt: (indexName) => `${indexName}: el valor actual y los últimos 30 días`,
} satisfies CommonWords;
