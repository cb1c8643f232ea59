/** Style of the HTML report: system fonts, both colour schemes, contrast of at least 4.5 to 1. */
export const style = `
:root { color-scheme: light dark; --ink: #1c1e21; --paper: #fdfdfc; --soft: #5a6068; --line: #d9dbde;
  --bad: #a4121f; --good: #17652f; --warn: #7a4b00; --box: #f1f2f3; }
@media (prefers-color-scheme: dark) { :root { --ink: #e7e8ea; --paper: #16181b; --soft: #a6acb4;
  --line: #363a40; --bad: #ff8f8f; --good: #79d492; --warn: #f0b860; --box: #1f2226; } }
body { margin: 0 auto; padding: 2rem 1rem; max-width: 60rem; color: var(--ink);
  background: var(--paper); font: 1rem/1.5 system-ui, sans-serif; }
h1 { margin: 0; font-size: 1.6rem; } h2 { margin: 2rem 0 .5rem; font-size: 1.1rem; }
.REJECT, .false { color: var(--bad); } .ACCEPT, .true { color: var(--good); }
.INCOMPLETE, .not_evaluated { color: var(--warn); }
.soft { color: var(--soft); } code, pre { font: .9rem/1.45 ui-monospace, monospace; }
pre { margin: .4rem 0; padding: .5rem .75rem; overflow-x: auto; background: var(--box);
  border-left: 3px solid var(--line); }
article { padding: .75rem 0; border-top: 1px solid var(--line); } article p { margin: .2rem 0; }
table { border-collapse: collapse; width: 100%; } th { text-align: left; }
td, th { padding: .3rem .6rem .3rem 0; border-top: 1px solid var(--line); vertical-align: top; }
`;
