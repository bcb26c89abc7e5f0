import { html } from "../../html.js";
import type { DataWords } from "../docs-shape.js";

/** Words of the data besides the two endpoints. */
export const dataWords = {
  meta: {
    heading: "En qué se basa la puntuación",
    purpose:
      "Versión del modelo, las fases y sus límites, días en la fase, cambio en 1, 7 y 30 días, cuándo llegan la próxima puntuación y la próxima fila, de dónde viene cada cifra viva y qué edad tiene, y la salud de cada fuente.",
    renewed: "con la puntuación; las edades cada 30 segundos",
    cache: "60 segundos",
  },
  proof: {
    heading: "Prueba de la historia",
    purpose: html`Cada día cerrado está encadenado por su hash al día anterior, y el final de la cadena está firmado: una fila cambiada, quitada o añadida más tarde no pasa inadvertida. Se dan los últimos 30 eslabones; de los días más antiguos solo hay hashes. <code>npx peak verify</code> con la dirección de este sitio los comprueba.`,
    renewed: "cada día después de las 06:00 UTC",
    cache: "5 minutos",
  },
  publicKeys: {
    heading: "Claves públicas",
    purpose:
      "Las claves con las que se firma el final de la cadena, en el orden en que se añadieron, como JWK set (RFC 7517). Una clave queda en la lista para siempre.",
    renewed: "cuando se añade una clave",
    cache: "5 minutos",
  },
  revisions: {
    heading: "Correcciones",
    purpose:
      "Una fila publicada no cambia nunca. Cada corrección está en esta lista con su motivo; si no hay ninguna, la lista está vacía.",
    renewed: "cuando se corrige una fila",
    cache: "5 minutos",
  },
  freeFact: "ninguno",
} satisfies DataWords;
