import { YEAR_WIDTHS } from "../status/served-widths.js";

const REST = `
.verdict{font-size:1.35rem;font-weight:600;line-height:1.3}
.facts div{display:grid;grid-template-columns:13rem minmax(0,1fr);gap:0 1rem;padding:.4rem 0;border-bottom:1px solid var(--line)}
.facts div:last-child{border:0}dt{color:var(--soft)}dd{margin:0;font-variant-numeric:tabular-nums}
.row{display:flex;flex-wrap:wrap;gap:.1rem 1.5rem;list-style:none;margin:0;padding:0}.row li{margin:0}
@media (max-width:50rem){.facts div{grid-template-columns:minmax(6.5rem,38%) minmax(0,1fr)}}
@media (max-width:17rem){.facts div{display:block}}
.failing{color:var(--mark)}.idle{color:var(--soft)}.why{font-size:.9rem}
.label{display:none}@media (max-width:40rem){.label{display:inline;color:var(--soft)}.stack caption{display:block}}
@media (min-width:40.01rem){.sources td:nth-child(3){white-space:nowrap}.sources td:last-child{width:34%}}
figure{margin:1.25rem 0}figcaption{color:var(--soft);font-size:.9rem;margin-top:.75rem}
.year{width:100%;height:auto}
.legend{display:flex;flex-wrap:wrap;gap:.2rem 1.5rem;list-style:none;margin:0;padding:0;max-width:none}.legend li{margin:0}.legend svg{vertical-align:-2px}
summary{cursor:pointer;margin-top:.75rem}.days{max-height:32rem;overflow:auto}
.days tbody>tr>*{white-space:nowrap;font-weight:400}`;

/** Left and right of the column. */
const PADDING_PX = 32;

/** Of the drawings one is shown: the widest that fits, or the narrowest. */
const DRAWINGS = YEAR_WIDTHS.map((width, i) => {
  const from = i === 0 ? "" : `(min-width:${width + PADDING_PX}px)`;
  const next = YEAR_WIDTHS[i + 1];
  const to = next === undefined ? "" : `(max-width:${next + PADDING_PX - 0.02}px)`;
  const range = [from, to].filter((each) => each !== "").join(" and ");
  return `@media ${range}{.y${width}{display:block}}`;
});

export const STATUS_STYLE = `${REST}\n.year{display:none}${DRAWINGS.join("")}
@media print{.year{display:none}.y560{display:block}.days{max-height:none}}`;
