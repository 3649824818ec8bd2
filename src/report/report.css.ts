/** The report's style sheet; it stands inside the page, so the file can be sent around alone. */
export const reportCss = `
:root { color-scheme: light dark; --ink: #1c2430; --soft: #5b6675; --line: #d9dee5; --paper: #fff; --tint: #f4f6f9; --accent: #2a6fdb; --good: #1d8a4e; --bad: #b3382c; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6eaf0; --soft: #9aa6b5; --line: #333c48; --paper: #14181e; --tint: #1c222a; --accent: #6aa2ff; --good: #57c98a; --bad: #ef7b6d; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1040px; padding: 2rem 1.25rem 4rem; font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
h1 { font-size: 1.6rem; margin: 0 0 .25rem; } h2 { font-size: 1.1rem; margin: 2.2rem 0 .8rem; }
h3 { font-size: .95rem; margin: 1.2rem 0 .5rem; color: var(--soft); font-weight: 600; }
p.lead { color: var(--soft); margin: 0 0 1.2rem; } .empty { color: var(--soft); font-style: italic; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(120px, 1fr)); gap: .6rem; }
.figure { background: var(--tint); border: 1px solid var(--line); border-radius: 8px; padding: .7rem .9rem; }
.figure b { display: block; font-size: 1.5rem; font-variant-numeric: tabular-nums; } .figure span { color: var(--soft); font-size: .85rem; }
.columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(380px, 1fr)); gap: 0 2.5rem; }
.bar { display: grid; grid-template-columns: minmax(130px, 38%) 1fr 6.5rem; gap: .7rem; align-items: center; padding: .14rem 0; }
.label { overflow-wrap: anywhere; font-size: .9rem; } .track { height: .8rem; background: var(--tint); border-radius: 4px; overflow: hidden; }
.fill { display: block; height: 100%; background: var(--accent); border-radius: 4px; }
.count { font-variant-numeric: tabular-nums; font-size: .9rem; white-space: nowrap; } small { color: var(--soft); }
details { border: 1px solid var(--line); border-radius: 8px; margin: .5rem 0; padding: .5rem .9rem; } summary { cursor: pointer; }
pre { overflow-x: auto; background: var(--tint); padding: .8rem; border-radius: 6px; font: 12.5px/1.45 ui-monospace, monospace; }
.tag { display: inline-block; padding: 0 .5rem; border-radius: 99px; border: 1px solid var(--line); font-size: .8rem; margin-left: .4rem; }
.passed { color: var(--good); } .not { color: var(--bad); }
table { border-collapse: collapse; width: 100%; font-size: .9rem; } td, th { text-align: left; border-bottom: 1px solid var(--line); padding: .3rem .5rem .3rem 0; vertical-align: top; overflow-wrap: anywhere; }
`;
