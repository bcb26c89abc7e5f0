export const DOCS_STYLE = `
.endpoint{font-size:1.05rem}
.facts div{display:grid;grid-template-columns:8rem minmax(0,1fr);gap:0 1rem;padding:.15rem 0}dt{color:var(--soft)}dd{margin:0}
@media (min-width:40.01rem){.paths code{overflow-wrap:normal}.paths tbody th,.paths th:last-child,.paths td:last-child{white-space:nowrap}.fields tbody th{width:32%}.fields td.soft{width:16%}}
@media (max-width:40rem){.stack.fields th,.stack.fields td.soft{display:inline}.stack.fields td.soft{padding-left:.6rem}}
.try{margin:1rem 0}.try p{margin:.5rem 0}
.try h4{font-size:.85rem;color:var(--soft);margin:.75rem 0 .25rem}.try pre{margin:0;max-height:22rem;overflow:auto}
button{font:inherit;font-weight:600;color:var(--paper);background:var(--link);border:1px solid var(--link);border-radius:8px;padding:.4rem 1rem;margin-right:1rem;cursor:pointer}
button:hover{filter:brightness(1.1)}button:disabled{opacity:.7;cursor:default}`;
