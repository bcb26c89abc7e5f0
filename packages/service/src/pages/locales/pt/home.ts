import { html } from "../../html.js";
import { FACTS } from "../facts.js";
import type { Locale } from "../locale.js";

export const home = {
  title: (indexName) => `${indexName}: em que ponto do ciclo está o Bitcoin`,
  description: `Índice gratuito do ciclo do Bitcoin, de 0 a 100, calculado a cada hora: fase, sinal, ${FACTS.days} dias de histórico, widgets e uma API JSON aberta.`,
  lead: "Em que ponto do ciclo está o Bitcoin: 0 é o mais baixo a que costuma chegar; 100, o mais alto. Calculado a cada hora.",
  start: {
    heading: "Primeira inicialização",
    phase: "Reunindo dados históricos",
    elsewhere:
      "Outra instância reúne os dados históricos e calcula a primeira pontuação; esta espera e a mostra assim que estiver guardada.",
    left: (time) => `Faltam cerca de ${time}.`,
    stalled: (minute: string) => `Nenhuma fonte deu nada de novo desde ${minute}. Todas são consultadas repetidamente.`,
    unknown: "Ainda não se sabe quanto falta.",
    refreshes: "Esta página se atualiza sozinha.",
  },
  now: {
    stands: (place) => html`O Bitcoin está ${place} da sua faixa de ciclo.`,
    places: {
      FONDO: "perto do fundo",
      ACUM: "abaixo do meio",
      BULL: "em torno do meio",
      HOT: "acima do meio",
      PEAK: "perto do topo",
    },
    run: (days, day) => `${days}, desde ${day}`,
    crossed: (settled) => html`recém-cruzada; ${settled} até que se confirme`,
    inADay: "em um dia",
    weaker: "evidência mais fraca: por quê",
    of100: "de 100",
    stale: (age) => `Desatualizada: de ${age} atrás`,
    signal: "Sinal",
    because: {
      FONDO: "menos de 40",
      ACUM: "menos de 40",
      BULL: "de 40 a 59,9",
      HOT: "de 60 a 79,9",
      PEAK: "80 ou mais",
      calm: "sem alertas",
      warned: "com um alerta",
    },
    flags: "Alertas",
    noFlags: "Nenhum de dois",
    since: (day) => `desde ${day}`,
    updated: "Atualizada",
    next: (time) => `a próxima às ${time}`,
    crypto: "Cripto como um todo",
    moods: {
      "Extreme Fear": "medo extremo",
      Fear: "medo",
      Neutral: "neutro",
      Greed: "ganância",
      "Extreme Greed": "ganância extrema",
    },
  },
  phases: {
    heading: "O que significam as cinco fases?",
    intro: "Uma fase é uma faixa da pontuação publicada e nada mais. As cinco têm a mesma largura.",
    columns: ["Pontuação", "Fase", "Chave na API", "O que a pontuação diz"],
    meanings: {
      FONDO: "Os indicadores estão perto do extremo inferior da própria faixa histórica.",
      ACUM: "Estão abaixo do meio.",
      BULL: "Estão em torno do meio.",
      HOT: "Estão acima do meio.",
      PEAK: "Estão perto do extremo superior da própria faixa histórica.",
    },
    note: "Uma fase diz onde o preço está em relação ao valor, não para onde ele vai.",
  },
  settled: {
    heading: "Por que a fase do gráfico muda menos que a pontuação?",
    text: "A fase consolidada é a fase sem oscilações: vai para fora na hora e volta para o centro depois de um recuo de 6 pontos ou de dez dias seguidos. Muda poucas vezes por ano.",
  },
  signals: {
    heading: "O que é o sinal?",
    intro:
      "O sinal resulta da pontuação e dos alertas por uma tabela fixa. Um alerta ativo o desloca um passo em direção à cautela.",
    columns: ["Sinal", "Quando"],
    when: {
      ACCUMULATE: "pontuação abaixo de 40, sem alertas",
      HOLD: "abaixo de 40 com um alerta ativo, ou de 40 a 59,9 sem alertas",
      CAUTION: "de 40 a 59,9 com um alerta ativo, ou de 60 a 79,9 sem alertas",
      REDUCE: "de 60 a 79,9 com um alerta ativo, ou 80 ou mais em qualquer caso",
    },
  },
  flags: {
    heading: "O que são os dois alertas?",
    intro:
      "Eles observam padrões do preço e números que a pontuação não usa, e podem estar ativos com qualquer pontuação.",
    descentGuard: {
      meaning: "Um mercado de baixa que ainda não terminou, em que uma pontuação baixa ainda não é uma pechincha.",
    },
    topRisk: {
      pattern:
        "O padrão de um topo de ciclo: ou a média de 111 dias chega a menos de 5% do dobro da média de 350 dias, ou o preço se mantém nas máximas do ano com valuations claramente mais baixos.",
    },
  },
  method: {
    heading: "Como é feito?",
    intro: "Quatro indicadores publicados, de duas famílias e com o mesmo peso:",
    families: {
      cost: {
        name: "O preço em relação ao custo",
        holders: "o valor de mercado dividido pelo que os detentores pagaram por suas moedas",
        miners: "o valor de mercado dividido pelo que os mineradores receberam por todas as moedas",
      },
      ownPast: {
        name: "O preço em relação à própria trajetória de longo prazo",
        trend: "a distância da lei de potência que o preço segue conforme a idade do Bitcoin",
        average: "o preço dividido pela média de 200 semanas",
      },
    },
    rest: {
      bands:
        "Uma banda contém os 95% centrais de todos os valores de um indicador até hoje, e os anos recentes contam mais. A borda inferior é 0, a superior é 100, e a pontuação é a média simples das quatro posições.",
      noLookAhead:
        "Nada olha para a frente: a pontuação de um dia usa esse dia e os anteriores. Nada é retocado: uma linha publicada nunca muda.",
      crypto:
        "A pontuação de cripto como um todo mistura a do Bitcoin com a de uma cesta de sete criptomoedas grandes, conforme a dominância do Bitcoin. É uma evidência mais fraca.",
    },
  },
  more: (link) => html`<a href="${link}" hreflang="en">Na íntegra, com todas as fórmulas (em inglês)</a>`,
  wrong: {
    heading: "Quanto já errou?",
    record: (link) =>
      html`<a href="${link}">Todos os resultados</a> desta instalação: cada topo e cada fundo, cada alarme falso e cada omissão, ao lado de referências simples, e os dias depois de 2022 separados daqueles usados para escolher o modelo.`,
    points: {
      driver:
        "Um só motor. O preço está nos quatro indicadores. A pontuação não conhece notícias, fluxos nem dados macroeconômicos.",
      vendors:
        "Fornecedores de dados. Os dados on-chain são estimativas de terceiros, e duas instalações com fontes diferentes dão pontuações um pouco diferentes.",
    },
  },
  use: {
    heading: "Como usar?",
    intro: "Duas respostas JSON, grátis, sem chave, acessíveis de qualquer domínio (CORS):",
    current: (link) => html`<a href="${link}">a pontuação atual</a>, atualizada a cada hora`,
    history: (link) => html`<a href="${link}">os últimos ${FACTS.days} dias</a>, atualizados todo dia às 06:00 UTC`,
    limits: (docs) =>
      html`No máximo ${FACTS.limit} requisições por minuto e endereço IP, somando os dois endpoints; a seguinte recebe 429 e <code>Retry-After</code>. <a href="${docs}">Tudo sobre a API</a>.`,
    attribution: (link) =>
      html`Se você mostrar uma pontuação, cite o índice e este site: <a href="${link}">a linha, e as nossas fontes</a>.`,
  },
  pro: {
    soon: "em breve",
    text: html`O histórico completo desde 2017, chaves pessoais no cabeçalho <code>X-NHCI-API-Key: peak_live_…</code> e limites mais altos. Ainda não está disponível: hoje uma chave é aceita, mas por enquanto não tem efeito.`,
    open: html`Uma chave no cabeçalho <code>X-NHCI-API-Key: peak_live_…</code> dá um limite mais alto e o histórico completo desde 2017. As chaves são entregues por quem mantém este site.`,
  },
} satisfies Locale["home"];
