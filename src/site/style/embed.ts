export const EMBED_STYLE = `
#configurator[hidden]{display:none}
.choices{display:grid;grid-template-columns:repeat(4,minmax(0,1fr));gap:.75rem 1.25rem}
@media (max-width:56rem){.choices{grid-template-columns:repeat(2,minmax(0,1fr))}}@media (max-width:30rem){.choices{grid-template-columns:minmax(0,1fr)}}
label span{display:block;font-size:.85rem;color:var(--soft);margin-bottom:.2rem}
select{font:inherit;width:100%;padding:.45rem .6rem;color:inherit;background:var(--paper);border:1px solid var(--soft);border-radius:8px}
select:disabled{opacity:.55}
.preview{padding:1rem;border:1px dashed var(--line);border-radius:8px;overflow:auto;min-height:12rem}
.preview.light{background:#fff}.preview.dark{background:#111}
.preview img,.preview iframe{display:block;max-width:100%;border:0}.preview img{height:auto}.preview iframe{border-radius:8px}
.snippet .bar{display:flex;align-items:center;justify-content:space-between;margin-top:.75rem;font-size:.85rem;color:var(--soft)}.snippet pre{margin-top:.35rem}
.snippet pre,#ready pre{white-space:pre-wrap}.snippet[hidden]{display:none}
button{font:inherit;font-weight:600;color:var(--paper);background:var(--link);border:1px solid var(--link);border-radius:8px;padding:.3rem 1rem;cursor:pointer}
button:hover{filter:brightness(1.1)}
dt{font-weight:600;margin-top:.75rem}dd{margin:.15rem 0 0}
@media print{.choices,.bar button{display:none}}`;
