import type { AttributionWords } from "../shape.js";

export const attribution = {
  title: (indexName) => `Atribución · ${indexName}`,
  description: "La línea que acompaña a cada valor publicado, y las fuentes de los datos con sus condiciones.",
  heading: "Atribución",
  show: "Al mostrar un valor",
  line: "Nombra el índice y el servicio con su dirección. Los widgets, el iframe y las imágenes ya lo hacen; en cualquier otro lugar basta esta línea:",
  forms: ["HTML", "Markdown", "Texto"],
  figures: "Si muestras también las cifras del mercado, nombra además sus fuentes.",
  sources: "Fuentes en uso",
  columns: ["Fuente", "Aporta", "Licencia o condiciones"],
  english: "Los detalles de las fuentes están en inglés.",
} satisfies AttributionWords;
