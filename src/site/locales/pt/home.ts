import { translate } from "../../../chart/locale.js";
import { html } from "../../html.js";
import type { Translation } from "../locale.js";

const peak = translate("PEAK", "pt");
const bottom = translate("FONDO", "pt");
const accumulation = translate("ACUM", "pt");

export const home = {
  title: (indexName) => `${indexName}: em que ponto do ciclo está o Bitcoin`,
  description:
    "Índice gratuito do ciclo do Bitcoin, de 0 a 100, calculado a cada hora: fase, sinal, 30 dias de histórico, widgets e uma API JSON aberta.",
  lead: "Em que ponto do ciclo está o Bitcoin: 0 é tão baixo quanto costuma chegar; 100, tão alto. Calculado a cada hora.",
  waiting: "Ainda não há pontuação: o serviço está reunindo o passado de que precisa.",
  now: {
    heading: "Agora",
    of100: "de 100",
    stale: "Desatualizada: a pontuação tem mais de 2 horas",
    signal: "Sinal",
    flags: "Alertas",
    noFlags: "nenhum ativo",
    descentGuard: "há uma descida de mercado de baixa em curso",
    topRisk: "o padrão de um topo de ciclo foi visto nos últimos 30 dias",
    updated: "Atualizado",
    crypto: "Cripto como um todo",
    price: "Preço do Bitcoin",
    dominance: "Dominância do Bitcoin",
    fearGreed: "Medo e ganância",
    moods: {
      "Extreme Fear": "medo extremo",
      Fear: "medo",
      Neutral: "neutro",
      Greed: "ganância",
      "Extreme Greed": "ganância extrema",
    },
  },
  chart: {
    heading: "Os últimos 30 dias",
    note: (embed) =>
      html`Uma linha por dia, calculada às 06:00 UTC e nunca alterada depois. <a href="${embed}">Coloque este gráfico na sua página</a>.`,
    table: "Os mesmos dias em uma tabela",
  },
  phases: {
    heading: "O que significam as fases",
    intro: "Uma fase é uma faixa da pontuação publicada e nada mais. As cinco têm a mesma largura.",
    columns: ["Pontuação", "Fase", "Chave na API", "O que a pontuação diz"],
    meanings: {
      FONDO: "Os indicadores estão perto do extremo inferior do próprio passado.",
      ACUM: "Estão abaixo do meio.",
      BULL: "Estão em torno do meio.",
      HOT: "Estão acima do meio.",
      PEAK: "Estão perto do extremo superior do próprio passado.",
    },
    note: "Uma fase diz onde o preço está em relação ao valor, não para onde ele vai.",
  },
  signals: {
    heading: "O que significam os sinais",
    intro:
      "O sinal resulta da pontuação e dos alertas por uma tabela fixa. Um alerta ativo o desloca um passo em direção à cautela.",
    columns: ["Sinal", "Quando"],
    when: {
      ACCUMULATE: "pontuação abaixo de 40, sem alertas",
      HOLD: "abaixo de 40 com um alerta ativo, ou de 40 a 59,9 sem alertas",
      CAUTION: "de 40 a 59,9 com um alerta ativo, ou de 60 a 79,9 sem alertas",
      REDUCE: "de 60 a 79,9 com um alerta ativo, ou 80 e acima em qualquer caso",
    },
  },
  flags: {
    heading: "O que significam os dois alertas",
    intro:
      "Eles observam padrões do preço e números que a pontuação não usa, e podem estar ativos com qualquer pontuação.",
    descentGuard: {
      meaning: "Um mercado de baixa que ainda não terminou, em que uma pontuação baixa ainda não é uma pechincha.",
      goesUp: "É ativado quando o preço está 30% ou mais abaixo da máxima histórica e abaixo da média de 200 dias.",
      comesDown:
        "É retirado após sinais de capitulação e 21 dias sem nova mínima, ou quando o preço volta a 85% da máxima, ou após 120 dias seguidos acima da média de 200 dias.",
    },
    topRisk: {
      pattern:
        "O padrão de um topo de ciclo: ou a média de 111 dias chega a menos de 5% do dobro da média de 350 dias, ou o preço sustenta as máximas do ano com avaliações claramente mais fracas.",
      ends: "Fica ativo por 30 dias depois que o padrão foi visto pela última vez. Termina antes se o alerta de descida for ativado: o risco se concretizou.",
    },
  },
  method: {
    heading: "Como é feito",
    intro: "Quatro indicadores publicados, de duas famílias e com o mesmo peso:",
    families: {
      cost: {
        name: "O preço diante do custo",
        holders: "o valor de mercado sobre o que os detentores pagaram por suas moedas",
        miners: "o valor de mercado sobre o que os mineradores receberam por todas as moedas",
      },
      ownPast: {
        name: "O preço diante da própria trajetória longa",
        trend: "a distância da linha ao longo da qual o preço cresceu como uma potência da sua idade",
        average: "o preço sobre a média de 200 semanas",
      },
    },
    rest: {
      bands:
        "Os extremos encolhem de um ciclo para o outro, por isso um valor bruto diz pouco; o lugar dele no próprio passado diz mais. Para cada indicador, uma banda contém os 95% centrais de todos os valores até hoje, e um valor quatro anos mais antigo conta a metade. A borda inferior da banda é 0, a superior é 100, e a pontuação é a média simples dos quatro lugares.",
      noLookAhead:
        "Nada olha para a frente: a pontuação de um dia usa esse dia e os anteriores. Nada é retocado: uma linha publicada nunca muda.",
      crypto:
        "A pontuação de cripto como um todo mistura a do Bitcoin com a de uma cesta de sete moedas grandes, conforme a dominância do Bitcoin. É uma evidência mais fraca.",
      formulas: html`Todas as fórmulas, constantes e regras estão escritas em <code>docs/method.md</code> do programa, para que qualquer pessoa possa calcular os mesmos números.`,
    },
  },
  wrong: {
    heading: "Quanto já errou",
    intro:
      "Leia isto antes de confiar em um número. Todos os números aqui foram medidos dentro da amostra: as regras foram escolhidas conhecendo os mesmos anos, de 2014 a 2022, em que são medidas.",
    record: (link) =>
      html`<a href="${link}">O balanço completo</a> desta instalação: cada topo e cada fundo, cada alarme falso e cada omissão, ao lado de referências simples, e os dias depois de 2022 separados daqueles em que o modelo foi escolhido.`,
    turns: {
      caption: "O que a pontuação dizia nas viradas de 2014 a 2022",
      columns: ["Topos", "Pontos", "Fundos", "Pontos"],
    },
    years: {
      caption: "O preço um ano depois, por fase, de 2014 a 2022",
      columns: ["Fase", "Parcela dos dias", "Variação mediana em um ano"],
    },
    points: {
      few: ["Poucos ciclos.", "Quatro completos, no máximo; milhares de números diários não são independentes."],
      tops: [
        "Topos cada vez menores.",
        `Nos últimos quatro topos a pontuação foi 100, 100, 92 e 79. Um topo futuro pode muito bem ficar abaixo de 80: ${peak} diz muito quando chega; sua ausência diz pouco.`,
      ],
      early: [
        "Cedo.",
        `De 274 dias em ${peak}, 199 ficaram fora da zona estreita em torno de um topo, a maioria nos meses anteriores. De 500 dias em ${bottom}, 139 ficaram fora da zona em torno de um fundo.`,
      ],
      noForecast: [
        "Não é previsão.",
        `As fases não ordenam o futuro: um ano depois de ${bottom}, o preço tinha subido menos do que um ano depois de ${accumulation}.`,
      ],
      restless: ["Inquieta.", "A fase mudou 21 vezes por ano."],
      driver: [
        "Um só motor.",
        "O preço está nos quatro indicadores. A pontuação não conhece notícias, fluxos nem dados macroeconômicos.",
      ],
      flags: [
        "Os alertas.",
        "O de topo esteve ativo antes de cinco topos, com 4 a 34 dias de antecedência, sem alarme falso, e não avisou do topo de junho de 2019, a partir do qual o preço caiu à metade; suas regras foram moldadas em alguns dos cinco, então espere menos. O de descida também foi ativado em duas quedas que se recuperaram, não estava ativo no fundo de março de 2020, e em 2022 foi retirado quando o preço ainda tinha 27% a cair.",
      ],
      vendors: [
        "Fornecedores.",
        "Os números da cadeia são estimativas de terceiros, e duas instalações com fontes diferentes dão pontuações um pouco diferentes.",
      ],
    },
  },
  use: {
    heading: "Como usar",
    intro: "Duas respostas JSON, grátis, sem chave, abertas a qualquer origem:",
    current: (link) => html`<a href="${link}">a pontuação atual</a>, renovada a cada hora`,
    history: (link) => html`<a href="${link}">os últimos 30 dias</a>, renovados todo dia às 06:00 UTC`,
    limits: (docs) =>
      html`No máximo 20 requisições por minuto e endereço, somando as duas; a seguinte recebe 429 e <code>Retry-After</code>. <a href="${docs}">Tudo sobre a API</a>, com um botão para experimentar.`,
    attribution: (link) =>
      html`Quem mostra uma pontuação cita o índice e este site: <a href="${link}">a linha, e as nossas fontes</a>.`,
  },
  pro: {
    heading: "API Pro",
    soon: "em breve",
    text: html`O histórico completo desde 2017, chaves pessoais no cabeçalho <code>X-NHCI-API-Key: peak_live_…</code> e limites mais altos. Ainda não está disponível: hoje uma chave é aceita e não muda nada.`,
  },
} satisfies Translation["home"];
