import type { Locale } from "../locale.js";
import { embed } from "./embed.js";
import { home } from "./home.js";

export const es: Locale = {
  common: {
    menuButton: "Menú",
    menuLabel: "Páginas",
    pages: {
      home: "Hoy",
      record: "Resultados",
      method: "Método",
      embed: "Insertar",
      docs: "API",
      feed: "Feed",
      status: "Estado",
      attribution: "Fuentes",
    },
    languages: "Idioma",
    skip: "Ir al contenido",
    simulated: "Mercado simulado: estas cifras son inventadas y no describen ningún activo real.",
    missing: {
      heading: "Página no encontrada",
      description:
        "No hay ninguna página en esta dirección. Quizá tenga un error de escritura; el menú de arriba lleva a " +
        "todo lo demás.",
      now: "Puntuación del ciclo de Bitcoin ahora",
    },
    copy: "Copiar",
    copied: "Copiado",
    selected: "Seleccionado; cópialo con el teclado",
    advice: "No es asesoramiento financiero.",
    privacy: "Sin cookies, sin rastreo, sin peticiones a terceros.",
    pictureAlt: (indexName) => `${indexName}: la puntuación actual y, debajo, su historia en cinco fases`,
  },
  home,
  embed,
  attribution: {
    description: "La línea que acompaña a cada puntuación publicada, y las fuentes de los datos con sus condiciones.",
    heading: "Fuentes y atribución",
    show: "Al mostrar una puntuación",
    line:
      "Cita el índice y el servicio con su dirección. Los widgets, el iframe y las imágenes ya lo hacen; en " +
      "cualquier otro lugar basta esta línea:",
    plainText: "Texto",
    figures: "Si muestras también las cifras del mercado, cita además sus fuentes.",
    sources: "Fuentes en uso",
    columns: ["Fuente", "Aporta", "Licencia o condiciones"],
    english: "Los detalles de las fuentes están en inglés.",
  },
};
