import { RECORD_WIDTHS } from "../record/record-widths.js";

/** Left and right of the column. */
const PADDING_PX = 32;

/** Of the drawings one is shown: the widest that fits, or the narrowest. Paper takes the widest that fits on it. */
const DRAWINGS = RECORD_WIDTHS.map((width, i) => {
  const from = i === 0 ? "" : `(min-width:${width + PADDING_PX}px)`;
  const next = RECORD_WIDTHS[i + 1];
  const to = next === undefined ? "" : `(max-width:${next + PADDING_PX - 0.02}px)`;
  const range = [from, to].filter((each) => each !== "").join(" and ");
  return `@media ${range}{.p${width}{display:block}}`;
});

const REST = `
.few{border-left:4px solid var(--mark);padding:.25rem 0 .25rem 1rem;max-width:44rem}
figure{margin:0}figcaption{color:var(--soft);font-size:.9rem;margin-top:.5rem;max-width:42rem}
.past svg,.spread svg{display:block;width:100%;height:auto}.spread{max-width:34rem;margin:1rem 0 1.5rem}
.period{border-top:2px solid var(--line);padding-top:1rem;margin:1.5rem 0}.period h3{margin-top:0}.period h3 small{font-weight:400;display:inline-block}
.period.later{border-top-color:var(--ink)}
.period table{font-size:.9rem}.period thead th{font-size:.95em}.period caption{font-size:1em}
.early summary{cursor:pointer}.early h3{display:inline}.early[open] summary{margin-bottom:.75rem}
.period th,.period td{padding:.4rem .9rem .4rem 0}.period th:last-child,.period td:last-child{padding-right:0}
.period tbody th{white-space:nowrap}.period table small{font-size:.9em}.period .day{white-space:nowrap;font-weight:400}
.period tr.false,.period tr.missed{background:color-mix(in srgb,var(--mark) 9%,transparent)}
.period .cases tr>:first-child{padding-left:.6rem}.period .cases tr>:last-child{padding-right:.6rem}
.period tr.first>*{border-top:2px solid var(--line)}.period tbody tr.first:first-child>*{border-top:0}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:0 3rem}.pair>*{min-width:0}
@media (max-width:40rem){.period th,.period td{padding-right:.6rem}}
@media (max-width:50rem){.pair{grid-template-columns:1fr}}`;

export const RECORD_STYLE = `${REST}\n.past{display:none}${DRAWINGS.join("")}
@media print{.past{display:none}.p640{display:block}.wide{overflow:visible}.period table{font-size:7.5pt}}`;
