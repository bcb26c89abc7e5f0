import { html } from "../../html.js";
import type { DataWords } from "../docs-shape.js";

/** Words of the data besides the two endpoints. */
export const dataWords = {
  meta: {
    heading: "Em que a pontuação se apoia",
    purpose:
      "Versão do modelo, as fases e seus limites, dias na fase, mudança em 1, 7 e 30 dias, quando vêm a próxima pontuação e a próxima linha, de onde vem cada número ao vivo e que idade tem, e a saúde de cada fonte.",
    renewed: "com a pontuação; as idades a cada 30 segundos",
    cache: "60 segundos",
  },
  proof: {
    heading: "Prova do histórico",
    purpose: html`Cada dia fechado é encadeado pelo hash ao dia anterior, e o fim da cadeia é assinado: uma linha alterada, retirada ou incluída depois não passa despercebida. São dados os últimos 30 elos; dos dias mais antigos há só hashes. <code>npx peak verify</code> com o endereço deste site os confere.`,
    renewed: "todo dia depois das 06:00 UTC",
    cache: "5 minutos",
  },
  publicKeys: {
    heading: "Chaves públicas",
    purpose:
      "As chaves com que o fim da cadeia é assinado, na ordem em que foram incluídas, como JWK set (RFC 7517). Uma chave fica na lista para sempre.",
    renewed: "quando uma chave é incluída",
    cache: "5 minutos",
  },
  revisions: {
    heading: "Correções",
    purpose:
      "Uma linha publicada nunca muda. Cada correção está nesta lista com seu motivo; sem nenhuma, a lista fica vazia.",
    renewed: "quando uma linha é corrigida",
    cache: "5 minutos",
  },
  freeFact: "nenhum",
} satisfies DataWords;
