import { html } from "../../html.js";
import type { Translation } from "../locale.js";

export const record = {
  title: (indexName) => `${indexName}: seus resultados, erros incluídos`,
  description:
    "O que o índice do ciclo do Bitcoin dizia em cada topo e cada fundo, seus alarmes falsos e suas omissões, ao lado de referências simples.",
  heading: "Resultados",
  lead: "O que a pontuação disse e o que aconteceu depois, com todos os erros.",
  waiting: "Ainda não há resultados: o serviço está reunindo os dados históricos de que precisa.",
  few: "Poucas provas: houve poucos ciclos até agora. Milhares de números diários parecem muitas provas, mas descrevem as mesmas poucas altas e quedas. Nada aqui prova que o próximo ciclo será como o último.",
  later: (later, all) => `Só ${later} dos ${all} pontos de virada são posteriores aos dias usados no ajuste.`,
  covers: (from, to, version) => `Pontuações de ${from} a ${to}, dias UTC. Versão do modelo: ${version}.`,
  again: "O comando “peak backtest” do programa calcula o mesmo a partir dos mesmos dias, até a última casa.",
  more: (json, csv) =>
    html`Todos os números, também por ciclo e dos primeiros dias: <a href="${csv}">record.csv</a>; um resumo para programas: <a href="${json}">record</a> em JSON.`,
  periods: {
    later: ["Depois", "após os dias usados no ajuste"],
    development: ["Usados no ajuste", "dentro da amostra: o modelo foi escolhido com estes dias"],
    early: ["Inicial", "antes deles: curto e com pouco mercado"],
  },
  nothing: "Nada neste período.",
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
      periods:
        "Usados no ajuste, e depois. O modelo foi escolhido com os dias usados no ajuste; os números ali foram medidos dentro da amostra, e é de esperar um resultado pior. Nenhum número foi ajustado aos dias posteriores, mas os que já tinham passado eram conhecidos e por isso também não são um teste às cegas. Os dois nunca se misturam.",
      noLookAhead:
        "Sem olhar adiante. Nenhuma pontuação usa um dia posterior. Nenhuma correlação, retorno ou custo de um período usa um preço posterior ao seu fim; topos, fundos e alarmes são indicados pelo que se sabe hoje.",
      turns:
        "Topos e fundos. Um topo de ciclo é um fechamento que nenhum dos 365 dias anteriores supera e depois do qual o preço caiu à metade antes de fechar acima dele. Seu fundo é o menor fechamento nesse intervalo. Ambos só se conhecem em retrospecto.",
      cycles:
        "Ciclos. De um halving até o dia anterior ao seguinte: o ciclo 1 começa com o primeiro. Os limites dos períodos os cortam.",
      baselines:
        "Métricas simples. Quatro, cada uma em uma escala de 0 a 100: só o valor de mercado dividido pelo valor realizado (MVRV), o preço dividido pela média de 200 dias (múltiplo de Mayer), a distância de uma lei de potência do preço (resíduo) e Medo e ganância. Cada uma é comparada com a pontuação exatamente nos mesmos dias.",
    },
  },
  chart: {
    heading: "Preço e pontuação desde o início",
    note: "Em cima, o preço na cor da fase consolidada, com os topos e fundos de ciclo; embaixo, a pontuação sobre essa fase. As linhas pontilhadas são os halvings.",
    later: (day) => `Os dias desde ${day} não foram usados para escolher o modelo.`,
    says: (from, to) =>
      `Preço do Bitcoin e pontuação de ${from} a ${to}, com os topos e fundos de ciclo. Os valores estão nas tabelas abaixo.`,
  },
  turns: {
    heading: "Em cada topo e cada fundo",
    intro:
      "Um aviso é um dia com a pontuação na fase extrema, “Pico” antes de um topo e “Fundo” antes de um fundo, desde o ponto de virada anterior. Depois: quanto o preço caiu do topo ao fundo, o sinal do dia e os alertas ativos.",
    called: (highs, allHighs, lows, allLows) =>
      html`A pontuação tinha estado em Pico antes de <strong>${highs} de ${allHighs}</strong> topos de ciclo, e em Fundo antes de <strong>${lows} de ${allLows}</strong> fundos.`,
    high: "Topo",
    low: "Fundo",
    open: "ainda pode cair mais",
    warned: (days) => `primeiro aviso: ${days} antes`,
    warnedThatDay: "aviso no próprio dia",
    neverWarned: "sem aviso",
    fall: (change) => `queda ${change}`,
    caption: "O que a pontuação dizia",
    columns: ["Ponto de virada", "Pontuação", "Preço, USD", "Além disso"],
  },
  flags: {
    heading: "Alertas: acertos, alarmes falsos, omissões",
    intro:
      "Um alarme é uma sequência ininterrupta de dias com o alerta ativo. Uma omissão é um ponto de virada em que ele deveria estar ativo e não estava.",
    verdicts: { right: "acerto", false: "alarme falso", open: "em aberto", missed: "omissão" },
    summary: (right, ended, missed) =>
      `acertou em ${right} de ${ended} alarmes encerrados; viradas sem aviso: ${missed}`,
    counts: "quantas vezes",
    flag: "Alerta",
    alarms: "todos os alarmes e todas as omissões",
    columns: ["De", "até", "Alerta", "Veredito", "Preço, USD", "Queda depois"],
    rules: {
      topRisk:
        "acerto se, depois do maior fechamento durante o alarme, o preço fechou à metade ou menos antes de superá-lo; alarme falso se o superou primeiro.",
      descentGuard:
        "acerto se, enquanto durou, o preço fechou 20% ou mais abaixo do primeiro dia; alarme falso se terminou sem que isso ocorresse.",
    },
  },
  phases: {
    heading: "Tempo em cada fase",
    intro: "Proporção dos dias.",
  },
  returns: {
    heading: "O que o preço fez no ano depois de cada fase",
    intro:
      "A dispersão é grande e os dias se sobrepõem, então o número de dias diz pouco sobre a certeza de um número. Um ano que termina depois do período não é contado.",
    drawingNote:
      "Linha: os 80% centrais dos retornos. Barra: a metade central. Marca: a mediana. A escala é logarítmica.",
    caption: "Retornos do ano depois de cada fase",
    columns: ["Fase", "Dias", "Mediana", "% em alta"],
  },
  comparison: {
    heading: "Ao lado de métricas simples",
    intro:
      "Entre parênteses, a pontuação nos mesmos dias. Em negrito: a métrica simples é melhor do que a pontuação. “–”: não há dias a medir.",
    caption: "A pontuação e quatro métricas simples",
    measure: "Métrica",
    columns: {
      buying: [
        "Custo",
        "de um bitcoin ao comprar por dia 2 dólares com uma leitura de 0, 1 dólar com 50 e nada com 100, em comparação com a mesma soma em aportes diários iguais (DCA); menos de 0% é mais barato",
      ],
      hindsight: [
        "Posição em retrospecto",
        "correlação de postos com a posição do preço entre seu menor e seu maior valor nos 2 anos anteriores e posteriores; 1 é o melhor",
      ],
      topAuc: [
        "Topos",
        "probabilidade de que a métrica marque mais em um dia de topo do que em outro dia; 1 é o melhor, 0,5 é o acaso",
      ],
      bottomAuc: [
        "Fundos",
        "probabilidade de que a métrica marque menos em um dia de fundo do que em outro dia; 1 é o melhor, 0,5 é o acaso",
      ],
      forward: [
        "Ano seguinte",
        "correlação de postos com o retorno dos 365 dias seguintes; −1 é o melhor, 0 é nenhuma relação",
      ],
    },
  },
  settled: {
    heading: "A fase consolidada",
    intro:
      "A fase segue cada pontuação e muda com frequência. A fase consolidada vai para fora na hora, ao chegar a 60 e 80 ou ao cair abaixo de 40 e 20; volta para o centro depois de um recuo de 6 pontos ou de dez dias seguidos. Os feeds a anunciam e as páginas contam seus dias. A tabela começa em 2014 e inclui os dias usados para escolher o modelo.",
    caption: (from, to) => `As duas fases, ${from} – ${to}`,
    columns: ["Fase", "Mudanças", "Mudanças por ano", "Períodos de menos de uma semana"],
    turns: (shown, lost, late) =>
      `Topos e fundos de ciclo antes dos quais a fase chegou a Pico ou Fundo: ${shown}. Deles, a fase consolidada deixou de mostrar ${lost} e mostrou ${late} mais tarde.`,
    late: (days, share) => `Na volta, atrasou no máximo ${days} dias. Em ${share} dos dias coincidiu com a fase.`,
  },
  place: {
    heading: "Quanto a pontuação se desviou",
    intro:
      "A posição de um dia diz onde está o preço entre os preços dos dois anos anteriores e posteriores: 0 é o mais baixo e 100 o mais alto, em escala logarítmica. Ela só se conhece em retrospecto.",
    error: (from, to, points) =>
      `De ${from} a ${to}, a pontuação se desviou dessa posição em ${points} pontos, em média.`,
    low: (points) => `Em média, marcou ${points} pontos a menos.`,
    high: (points) => `Em média, marcou ${points} pontos a mais.`,
    covered: (share, width) =>
      `O intervalo dado com a pontuação conteve a posição posterior em ${share} dos dias; tinha em média ${width} pontos de largura.`,
    newest: (day) => `${day}:`,
    meaning: "Até agora, em nove de cada dez dias a posição posterior ficou no máximo a essa distância da pontuação.",
    none: "Ainda não há intervalo: é preciso um ano de dias cuja posição posterior seja conhecida.",
    effective: (days, count) =>
      `As pontuações de dias próximos se parecem. Pela autocorrelação, estes ${days} dias equivalem a cerca de ${count} observações independentes.`,
  },
} satisfies Translation["record"];
