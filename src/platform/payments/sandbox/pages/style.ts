/** The stylesheet of all pages. A separate file, because the content security policy forbids inline styles. */
export const STYLE = `:root{color-scheme:light dark;--surface:#fbfaf8;--raised:#fff;--ink:#1c1b1a;--ink2:#5f5b56;--line:#e7e3dc;--edge:#8d867b;--accent:#1f5c4d;--accent-ink:#fff;--bad:#b5331a;--focus:#2f6fde}
@media(prefers-color-scheme:dark){:root{--surface:#161514;--raised:#1e1d1b;--ink:#efece6;--ink2:#b3aea6;--line:#302e2b;--edge:#7d776e;--accent:#7cc4ac;--accent-ink:#10231d;--bad:#ff7a5c;--focus:#8fb4ff}}
*{box-sizing:border-box;margin:0}
body{background:var(--surface);color:var(--ink);font:16px/24px Inter,system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;overflow-wrap:anywhere;-webkit-text-size-adjust:100%}
a{color:var(--accent)}a:focus-visible,button:focus-visible,input:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
.sandbox{background:#a3200d;color:#fff;text-align:center;padding:8px 16px;font-size:14px;line-height:20px;font-weight:650}
main{max-width:640px;margin:0 auto;padding:32px 16px 64px}
h1{font-size:26px;line-height:34px;font-weight:650;letter-spacing:-.02em;text-wrap:balance}
h2{font-size:18px;line-height:26px;font-weight:640;margin:32px 0 8px}
p{margin-top:8px}p .button{margin-top:8px}.quiet{color:var(--ink2);font-size:14px;line-height:20px}
.problem{border:1px solid var(--bad);border-radius:8px;color:var(--bad);padding:10px 14px;margin-top:16px;font-weight:560}
dl{margin-top:16px;border:1px solid var(--line);border-radius:10px;background:var(--raised);padding:4px 16px}
dl>div{display:flex;justify-content:space-between;gap:16px;padding:10px 0}dl>div+div{border-top:1px solid var(--line)}dd{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}.total{font-weight:650}
form{margin-top:16px}.actions form{margin-top:0}fieldset{border:1px solid var(--line);border-radius:10px;background:var(--raised);padding:8px 16px 16px;min-width:0}legend{font-weight:600;padding:0 4px}
.choice{display:flex;align-items:center;gap:12px;min-height:44px;padding:6px 0;cursor:pointer}.choice small{display:block;color:var(--ink2);font-size:14px;line-height:20px}
.choice input{width:20px;height:20px;margin:0;flex:none;accent-color:var(--accent)}
.field{display:grid;gap:4px;margin-top:8px;font-size:14px;line-height:20px;font-weight:560}
.field input{width:100%;height:44px;border:1px solid var(--edge);border-radius:8px;padding:0 12px;background:var(--surface);color:var(--ink);font:inherit;font-weight:400;font-size:16px}
.actions{display:flex;flex-wrap:wrap;gap:8px;margin-top:16px}
button,.button{display:inline-flex;align-items:center;min-height:44px;padding:0 16px;border:1px solid var(--edge);border-radius:8px;background:var(--raised);color:var(--ink);font:inherit;font-weight:560;text-decoration:none;cursor:pointer}
.main{background:var(--accent);border-color:var(--accent);color:var(--accent-ink)}
ul{list-style:none;padding:0;margin-top:8px}li{border:1px solid var(--line);border-radius:10px;background:var(--raised);padding:12px 16px;margin-top:8px}li form{margin-top:8px}li .actions{margin-top:0}
`
