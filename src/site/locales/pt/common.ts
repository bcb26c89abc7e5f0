import type { CommonWords } from "../shape.js";

export const common = {
  language: "Português",
  menu: {
    home: "Índice",
    record: "Balanço",
    embed: "Incorporar",
    docs: "API",
    status: "Situação",
    attribution: "Atribuição",
  },
  menuLabel: "Páginas",
  languages: "Idioma",
  skip: "Ir para o conteúdo",
  simulated: "Mercado simulado: estes números são inventados e não descrevem nenhum ativo real.",
  missing: {
    heading: "Não há nada aqui",
    text: "Não há nenhuma página neste endereço. Talvez haja um erro de digitação; o menu acima leva a todo o resto.",
  },
  advice: "Nada aqui é recomendação financeira.",
  privacy: "Sem cookies, sem rastreamento, sem requisições a terceiros.",
  cardAlt: (indexName) => `${indexName}: o valor atual e os últimos 30 dias`,
} satisfies CommonWords;
