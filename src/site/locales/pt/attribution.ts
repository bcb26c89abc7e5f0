import type { AttributionWords } from "../shape.js";

export const attribution = {
  title: (indexName) => `Atribuição · ${indexName}`,
  description: "A linha que acompanha cada valor publicado e as fontes dos dados com seus termos.",
  heading: "Atribuição",
  show: "Ao mostrar um valor",
  line: "Cite o índice e o serviço com o endereço. Widgets, iframe e imagens já fazem isso; em qualquer outro lugar, basta esta linha:",
  forms: ["HTML", "Markdown", "Texto"],
  figures: "Se mostrar também os números do mercado, cite as fontes deles.",
  sources: "Fontes em uso",
  columns: ["Fonte", "Fornece", "Licença ou termos"],
  english: "Os detalhes das fontes estão em inglês.",
} satisfies AttributionWords;
