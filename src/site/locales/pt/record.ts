import { html } from "../../html.js";
import type { Translation } from "../locale.js";

export const record = {
  title: (indexName) => `${indexName}: seu balanço, com os erros`,
  description:
    "O que o índice do ciclo do Bitcoin dizia em cada topo e cada fundo, seus alarmes falsos e o que não viu, ao lado de referências simples.",
  heading: "Balanço",
  lead: "O que a pontuação disse e o que aconteceu depois, com todos os erros.",
  waiting: "Ainda não há balanço: o serviço está reunindo o passado de que precisa.",
  few: "Houve apenas poucos ciclos. Milhares de números diários parecem muitas provas, mas descrevem as mesmas poucas altas e quedas. Nada aqui prova que o próximo ciclo será como o último.",
  counts: (highs, lows, later) =>
    `Topos de ciclo: ${highs}. Fundos de ciclo: ${lows}. De ambos, no período posterior: ${later}.`,
  covers: (from, to, version) => `Pontuações de ${from} a ${to}, dias UTC. Versão do modelo: ${version}.`,
  contents: "Nesta página",
  again: "O comando “peak backtest” do programa calcula o mesmo a partir dos mesmos dias, até a última casa.",
  periods: {
    later: ["Depois", "após os dias em que o modelo foi escolhido"],
    development: ["Desenvolvimento", "dentro da amostra: os dias em que o modelo foi escolhido"],
    early: ["Início", "antes deles: curto e com pouco mercado"],
  },
  nothing: "Nada neste período.",
  noDays: "–: não há dias a medir. O que termina depois do período não é contado.",
  whole: "Período inteiro",
  cycle: (number) => `Ciclo ${number}`,
  gauges: {
    score: "Pontuação",
    mvrv: "Só MVRV",
    mayer: "Múltiplo de Mayer",
    powerLaw: "Resíduo da lei de potência",
    fearGreed: "Medo e ganância",
  },
  reading: {
    heading: "Como ler",
    points: {
      periods: [
        "Depois e desenvolvimento.",
        "O modelo foi escolhido nos dias do período de desenvolvimento; os números ali foram medidos dentro da amostra, e é de se esperar algo pior. Nenhum número foi ajustado aos dias posteriores, mas os que já tinham passado eram conhecidos e por isso também não são um teste às cegas. Os dois nunca se misturam.",
      ],
      noLookAhead: [
        "Sem olhar adiante.",
        "Nenhuma pontuação usa um dia posterior. Nenhuma correlação, retorno ou custo de um período usa um preço posterior ao seu fim; topos, fundos e alertas são contados pelo que se sabe hoje.",
      ],
      turns: [
        "Topos e fundos.",
        "Um topo de ciclo é um fechamento que nenhum dos 365 dias anteriores supera e depois do qual o preço caiu à metade antes de fechar acima dele. Seu fundo é o menor fechamento entre os dois. Ambos só se conhecem em retrospecto.",
      ],
      cycles: [
        "Ciclos.",
        "De um halving até o dia anterior ao seguinte: o ciclo 1 começa com o primeiro. Os limites dos períodos os cortam.",
      ],
      baselines: [
        "Referências.",
        "Quatro medidas simples, cada uma em uma escala de 0 a 100: só o valor de mercado sobre o valor realizado (MVRV), o preço sobre sua média de 200 dias (múltiplo de Mayer), a distância de uma lei de potência do preço (resíduo) e Medo e ganância. Cada uma é comparada com a pontuação exatamente nos mesmos dias.",
      ],
    },
  },
  chart: {
    heading: "Preço e pontuação desde o início",
    note: "Em cima, o preço; embaixo, a pontuação nas faixas das fases. O fundo cinza e a linha grossa separam o período posterior dos dias em que o modelo foi escolhido.",
    says: (from, to) =>
      `Preço do Bitcoin e pontuação de ${from} a ${to}, com os topos e fundos de ciclo. Os valores estão nas tabelas abaixo.`,
  },
  turns: {
    heading: "Em cada topo e cada fundo",
    intro:
      "Antecedência: quantos dias antes da virada a pontuação esteve pela primeira vez na fase extrema, Pico antes de um topo e Fundo antes de um fundo, contando desde a virada anterior.",
    high: "Topo",
    low: "Fundo",
    open: "ainda pode cair mais",
    never: "nunca",
    noFlag: "nenhum",
    said: "O que a pontuação dizia",
    columns: ["Virada", "Preço, USD", "Queda", "Pontos", "Fase", "Sinal", "Alertas", "Antecedência, dias"],
    readings: "O que cada medida marcava",
    readingsNote:
      "Primeiro o valor do dia; abaixo, o mais extremo em 180 dias para cada lado e quantos dias depois da virada ele veio (com sinal de menos: antes). –: a medida não tinha valor; Medo e ganância começa em 2018.",
  },
  flags: {
    heading: "Alertas: certos, falsos, omissões",
    intro:
      "Um alarme é uma sequência ininterrupta de dias com o alerta ativo. Uma omissão é uma virada em que ele deveria estar ativo e não estava.",
    verdicts: { right: "certo", false: "alarme falso", open: "em aberto", missed: "omissão" },
    counts: "quantas vezes",
    span: "Período, ciclo",
    alarms: "todos os alarmes e todas as omissões",
    topRisk: {
      rule: "Certo se, depois do maior fechamento do alarme, veio um na metade ou menos antes de outro acima; alarme falso se o preço fechou acima primeiro.",
      columns: ["De", "até", "Veredito", "Preço, USD", "Maior fechamento", "Dias até ele", "Queda depois"],
    },
    descentGuard: {
      rule: "Certo se, enquanto durou, o preço fechou 20% ou mais abaixo do primeiro dia; alarme falso se terminou sem que isso ocorresse. A última coluna: quanto o preço ainda caiu depois do seu fim.",
      columns: ["De", "até", "Veredito", "Preço, USD", "Menor fechamento", "Dias até ele", "Queda depois"],
      afterEnd: "Queda após o fim",
    },
  },
  phases: {
    heading: "Tempo em cada fase",
    intro: "Parcela dos dias, e quantas vezes por ano a fase mudou: a publicada e a da pontuação suavizada.",
    caption: "Tempo em cada fase",
    columns: ["Trecho", "Dias"],
    changes: "Mudanças por ano",
    smoothedChanges: "Suavizada",
  },
  returns: {
    heading: "O que o preço fez depois de cada fase",
    intro:
      "Retornos nos dias seguintes. A dispersão é grande e os dias se sobrepõem, então o número de dias diz pouco sobre a certeza de um número. Alguns retornos muito grandes puxam a média para cima.",
    drawing: "O ano depois de cada fase",
    drawingNote:
      "Linha: os 80% centrais dos retornos. Barra: a metade central. Marca: a mediana. A escala é logarítmica.",
    caption: "Retornos depois de cada fase",
    columns: ["Fase", "Dias depois", "Dias", "Mediana", "Média", "Subiu"],
    cycles: "Retorno mediano do ano depois de cada fase, por ciclo; entre parênteses, os dias",
    fifths: "Retorno mediano do ano depois de cada quinto da escala, por medida; entre parênteses, os dias",
    gauge: "Medida",
  },
  buying: {
    heading: "Comprar pela pontuação",
    intro:
      "Comprar a cada dia por 2 dólares com um valor de 0, por 1 dólar com 50 e nada com 100, ao lado da mesma soma dividida igualmente entre todos os dias. Menos de 0% é mais barato por moeda do que a compra igual.",
    caption: "Custo médio de uma moeda",
    columns: ["Trecho", "Medida", "Dias", "Igual, USD", "Pela medida, USD", "Diferença"],
    better: (gauges) => html`Mais barato do que pela pontuação, em quase os mesmos dias: ${gauges}.`,
    none: "Por nenhuma referência com quase os mesmos dias saiu mais barato do que pela pontuação.",
  },
  ranks: {
    heading: "Quão bem ordena os dias",
    intro: "Cada referência e a pontuação nos mesmos dias; em negrito, a melhor das duas.",
    measures: {
      hindsight: [
        "Lugar em retrospecto",
        "correlação de postos com o lugar do preço entre seu menor e seu maior valor em 2 anos antes e depois; 1 é o melhor",
      ],
      topAuc: ["Topos", "chance de que um dia de topo marque mais do que outro dia; 1 é o melhor, 0,5 é o acaso"],
      bottomAuc: ["Fundos", "chance de que um dia de fundo marque menos do que outro dia; 1 é o melhor, 0,5 é o acaso"],
      forward: [
        "Ano seguinte",
        "correlação de postos com o retorno dos 365 dias seguintes; -1 é o melhor, 0 é nenhuma relação",
      ],
    },
    better: (measure, gauges) => html`${measure}: melhor do que a pontuação: ${gauges}.`,
    none: (measure) => html`${measure}: nenhuma referência é melhor do que a pontuação.`,
    unknown: (measure) => html`${measure}: nada a comparar.`,
    pair: (gauge, reading, score) => html`${gauge} (${reading}; pontuação ${score})`,
    caption: "Medidas de ordem",
    columns: ["Trecho", "Medida", "Dias"],
    score: "Pontuação",
  },
} satisfies Translation["record"];
