import { CHART_WIDTHS } from "../home/chart-widths.js";

const NOW = `
.now{display:grid;grid-template-columns:minmax(15rem,20rem) 1fr;gap:1rem 3.5rem;align-items:start;margin:2rem 0 3rem}
.score{margin:0;line-height:1}.score strong{font-size:clamp(4rem,3rem + 5vw,6rem);font-weight:700;letter-spacing:-.04em;font-variant-numeric:tabular-nums}
.phase{margin:.25rem 0 0;font-size:1.35rem;font-weight:600;line-height:1.3}
.scale{display:block;width:100%;max-width:20rem;margin-top:.6rem}
.facts{margin:.35rem 0 0}.facts div{display:grid;grid-template-columns:11rem minmax(0,1fr);gap:0 1rem;padding:.4rem 0;border-bottom:1px solid var(--line)}
.facts div:last-child{border:0}dt{color:var(--soft)}dd{margin:0;font-variant-numeric:tabular-nums}dd small{display:inline-block}
@media (max-width:50rem){.now{grid-template-columns:1fr}.facts div{grid-template-columns:minmax(6.5rem,38%) minmax(0,1fr)}}`;

const REST = `
figure{margin:0}figcaption{color:var(--soft);font-size:.9rem;margin-top:.5rem;max-width:42rem}
.chart svg{display:block;width:100%;height:auto}
summary{cursor:pointer;margin-top:.75rem}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:0 3rem}.pair>*{min-width:0}.pair th:last-child,.pair td:last-child{padding-right:0}
@media (max-width:50rem){.pair{grid-template-columns:1fr}}
@media (max-width:26rem){.pair table{font-size:.85rem}.pair th,.pair td{padding-right:.6rem}}
.range{white-space:nowrap}
@media (max-width:40rem){.stack .range{float:right;padding:0}}`;

/** Left and right of the column. */
const PADDING_PX = 32;

/** Of the charts one is shown: the widest that fits, or the narrowest. The rest of the width is padding. */
const CHARTS = CHART_WIDTHS.map((width, i) => {
  const from = i === 0 ? "" : `(min-width:${width + PADDING_PX}px)`;
  const next = CHART_WIDTHS[i + 1];
  const to = next === undefined ? "" : `(max-width:${next + PADDING_PX - 0.02}px)`;
  const range = [from, to].filter((each) => each !== "").join(" and ");
  return `@media ${range}{.w${width}{display:block}}`;
});

export const HOME_STYLE = `${NOW}${REST}\n.chart{display:none}${CHARTS.join("")}`;
