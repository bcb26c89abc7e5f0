import type { Locale } from "../locale.js";
import { embed } from "./embed.js";
import { home } from "./home.js";

export const pt: Locale = {
  common: {
    menuButton: "Menu",
    menuLabel: "Páginas",
    pages: {
      home: "Hoje",
      record: "Resultados",
      method: "Método",
      embed: "Incorporar",
      docs: "API",
      feed: "Feed",
      status: "Situação",
      attribution: "Fontes",
    },
    languages: "Idioma",
    skip: "Ir para o conteúdo",
    simulated: "Mercado simulado: estes números são inventados e não descrevem nenhum ativo real.",
    missing: {
      heading: "Página não encontrada",
      description:
        "Não há nenhuma página neste endereço. Talvez haja um erro de digitação; o menu acima leva a todo o resto.",
      now: "Pontuação do ciclo do Bitcoin agora",
    },
    copy: "Copiar",
    copied: "Copiado",
    selected: "Selecionado; copie com o teclado",
    advice: "Não é recomendação de investimento.",
    privacy: "Sem cookies, sem rastreamento, sem requisições a terceiros.",
    pictureAlt: (indexName) => `${indexName}: a pontuação atual e, abaixo, o seu passado em cinco fases`,
  },
  home,
  embed,
  attribution: {
    description: "A linha que acompanha cada pontuação publicada e as fontes dos dados com seus termos.",
    heading: "Fontes e atribuição",
    show: "Ao mostrar uma pontuação",
    line:
      "Cite o índice e o serviço com o endereço. Widgets, iframe e imagens já fazem isso; em qualquer outro " +
      "lugar, basta esta linha:",
    plainText: "Texto",
    figures: "Se mostrar também os dados do mercado, cite as fontes deles.",
    sources: "Fontes em uso",
    columns: ["Fonte", "Fornece", "Licença ou termos"],
    english: "Os detalhes das fontes estão em inglês.",
  },
};
