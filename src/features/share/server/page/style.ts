const LIGHT = `--surface:#fbfaf8;--raised:#fff;--ink:#1c1b1a;--ink2:#5f5b56;--ink3:#6f6a63;--line:#e7e3dc;--edge:#8d867b;--wave:#968e82;
--accent:#1f5c4d;--accent-ink:#fff;--accent-soft:#e3efea;--signal:#b5331a;--focus:#2f6fde;--s0:#2459b8;--s1:#8f5600;--s2:#7a3fc0;--s3:#0b6f66`
const DARK = `--surface:#161514;--raised:#1e1d1b;--ink:#efece6;--ink2:#b3aea6;--ink3:#a19b92;--line:#302e2b;--edge:#7d776e;--wave:#78736a;
--accent:#7cc4ac;--accent-ink:#10231d;--accent-soft:#1f332c;--signal:#ff7a5c;--focus:#8fb4ff;--s0:#8fb4ff;--s1:#e6b455;--s2:#c9a4f5;--s3:#6fd0c2`

/** The stylesheet of the page. It is inline, so that the page needs no other request. */
export const STYLE = `
:root{color-scheme:light dark;${LIGHT};--text:17px}
@media(prefers-color-scheme:dark){:root{${DARK}}}
*{box-sizing:border-box;margin:0}
html{scroll-padding:24px 0 120px;-webkit-text-size-adjust:100%}
body{background:var(--surface);color:var(--ink);font:16px/24px Inter,system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;overflow-wrap:anywhere}
a{color:inherit}a:focus-visible,button:focus-visible,input:focus-visible,summary:focus-visible,[tabindex]:focus-visible,.seek:has(:focus-visible){outline:2px solid var(--focus);outline-offset:2px}
.skip:not(:focus){position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}.skip:focus{position:fixed;left:8px;top:8px;background:var(--raised);padding:8px 12px;z-index:3}
.page{display:grid;grid-template-columns:264px minmax(0,680px);gap:0 80px;justify-content:center;padding:0 24px 120px}
.rail{position:sticky;top:0;align-self:start;max-height:calc(100vh - 80px);overflow:auto;display:flex;flex-direction:column;padding:48px 4px 20px 14px;margin-left:-14px}
.by{display:flex;gap:12px;align-items:center;font-size:14px;line-height:20px}.by i{flex:none;width:36px;height:36px;border-radius:50%;background:var(--accent-soft);color:var(--accent);display:grid;place-items:center;font-size:13px;font-weight:620;font-style:normal}
.by small{display:block;font-size:13px;line-height:18px;color:var(--ink2)}
.rail h2,.cap{font-size:13px;line-height:20px;font-weight:580;color:var(--ink3);padding:28px 0 6px}
.rail ul,.rail ol{list-style:none;padding:0}.rail a{text-decoration:none;color:var(--ink2)}.rail a:hover{color:var(--ink)}
.to a{display:block;line-height:32px}.ch a{display:grid;grid-template-columns:52px 1fr;line-height:20px;padding:8px 12px 8px 0;font-size:14px}
.ch time,.t,.cite{font-variant-numeric:tabular-nums}.ch time{font-size:13px;color:var(--ink3)}
.ch a[aria-current]{color:var(--ink);font-weight:580;box-shadow:inset 2px 0 var(--accent);margin-left:-14px;padding-left:14px}.ch a[aria-current] time{color:var(--accent)}
.chapters summary{display:none}
.made a{margin-left:auto}main>.made{display:none}
.made{display:flex;align-items:center;gap:8px;padding-top:28px;font-size:13px;color:var(--ink2)}.logo{width:20px;height:20px;color:var(--accent);fill:none;stroke:currentColor;stroke-width:1.6;stroke-linecap:round}
main{padding-top:44px;min-width:0}.head{display:flex;align-items:flex-start;gap:8px;flex-wrap:wrap}
h1{font-size:34px;line-height:44px;font-weight:650;letter-spacing:-.022em;flex:1 1 240px;min-width:0;text-wrap:balance}
.acts{display:flex;gap:8px;padding-top:5px}.btn{display:inline-flex;align-items:center;gap:8px;min-height:34px;padding:0 14px;border:1px solid var(--line);border-radius:8px;background:var(--raised);color:var(--ink);font-family:inherit;font-size:14px;line-height:20px;font-weight:500;white-space:nowrap;text-decoration:none;cursor:pointer;list-style:none}.btn::-webkit-details-marker{display:none}.btn:disabled{cursor:default}.btn[hidden]{visibility:hidden}
.menu{position:relative}.menu div{position:absolute;right:0;top:calc(100% + 4px);z-index:1;display:grid;gap:2px;padding:4px;border:1px solid var(--line);border-radius:10px;background:var(--raised);box-shadow:0 8px 24px rgb(0 0 0/.12)}.menu a{display:flex;align-items:center;min-height:40px;padding:0 14px;border-radius:6px;font-size:14px;white-space:nowrap;text-decoration:none}.menu a:hover{background:var(--surface)}
.btn.quiet{border-color:transparent;background:none;color:var(--ink2)}.btn.main{background:var(--accent);border-color:var(--accent);color:var(--accent-ink);min-height:40px}
.meta{margin-top:4px;font-size:14px;line-height:20px;color:var(--ink2)}
section>h2{font-size:13px;line-height:20px;font-weight:580;color:var(--ink3);margin:28px 0 8px;display:flex;align-items:center;gap:16px}section>h2:after{content:"";flex:1;height:1px;background:var(--line)}
.text,.seg p{font-size:var(--text);line-height:1.65;text-wrap:pretty}.text>*+*{margin-top:8px}.text h3{font-size:1em;font-weight:640;margin-top:20px}.text h4{font-size:.95em;font-weight:620;margin-top:16px}
.text ul,.text ol{padding-left:20px}.text li{margin-bottom:4px}.text li>p{display:inline}.task{list-style:none;margin-left:-20px}.text blockquote{border-left:2px solid var(--line);padding-left:14px;color:var(--ink2)}
.text code,.text pre{font-size:.88em}.text pre,.table{overflow:auto}.text table{border-collapse:collapse}.text td,.text th{border:1px solid var(--line);padding:4px 10px;text-align:start}.text a:not(.cite){color:var(--accent)}
.cite{display:inline-flex;align-items:center;min-height:24px;padding:0 8px;border-radius:12px;background:var(--accent-soft);color:var(--accent);font-size:12px;line-height:20px;font-weight:560;margin-left:6px;text-decoration:none;vertical-align:1px}
.seg{display:grid;grid-template-columns:52px minmax(0,1fr);gap:0 8px;margin-bottom:16px;content-visibility:auto;contain-intrinsic-size:auto 84px}
.seg .t{font-size:13px;line-height:24px;color:var(--ink3);text-decoration:none}.seg .t[href]:hover{color:var(--accent)}.who{font-size:14px;line-height:24px;font-weight:600}.seg p{grid-column:2}
.s0{color:var(--s0)}.s1{color:var(--s1)}.s2{color:var(--s2)}.s3{color:var(--s3)}.seg.now p{background:linear-gradient(var(--accent-soft),var(--accent-soft)) -8px 0/2px 100% no-repeat}.none p{color:var(--ink3);font-style:italic}
::highlight(spoken){background-color:var(--accent-soft);color:var(--ink)}
.dock{position:fixed;left:0;right:0;bottom:0;min-height:80px;background:var(--raised);border-top:1px solid var(--line);display:grid;align-items:center;padding:8px 24px;z-index:2}
.dock audio{width:100%;max-width:1024px;margin:0 auto;display:block}.dock audio[hidden],.bar[hidden]{display:none}
.bar{display:grid;grid-template-columns:264px minmax(0,680px);gap:0 80px;justify-content:center;align-items:center}.bar>div{display:flex;align-items:center;gap:12px}
.bar button{border:0;background:none;color:var(--ink2);cursor:pointer;font:inherit}.round{width:44px;height:44px;border-radius:50%;display:grid;place-items:center}
.bar .go{background:var(--ink);color:var(--surface);margin-right:8px}.bar svg{width:22px;height:22px;fill:none;stroke:currentColor;stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round}.go[aria-pressed=true] .play,.go[aria-pressed=false] .pause{display:none}
.bar .t{font-size:14px;color:var(--ink2);min-width:38px}.rate{border:1px solid var(--line)!important;border-radius:8px;min-height:34px;min-width:48px;font-size:14px!important;white-space:nowrap}
.seek{flex:1;position:relative;height:44px;min-width:0;border-radius:6px}.seek svg{position:absolute;inset:4px 0;width:100%;height:36px;stroke-width:1.6;color:var(--wave)}.seek .done{color:var(--accent);clip-path:inset(0 calc(100% - var(--p,0%)) 0 0)}
.seek input{position:absolute;inset:0;width:100%;height:100%;opacity:0;cursor:pointer;margin:0}.seek .line{position:absolute;left:0;right:0;top:20px;height:4px;border-radius:2px;background:linear-gradient(90deg,var(--accent) var(--p,0%),var(--line) 0)}
.card{max-width:440px;margin:0 auto;padding:18vh 24px 48px}.card h1{font-size:26px;line-height:34px}.card p{margin-top:8px;color:var(--ink2)}.card form{display:grid;gap:8px;margin-top:24px}.card label{font-size:14px;font-weight:560}
.card input{height:44px;border:1px solid var(--edge);border-radius:8px;padding:0 12px;background:var(--raised);color:var(--ink);font:inherit}.card .bad{color:var(--signal);margin:0;font-size:14px}.card .btn{justify-self:start;margin-top:8px}
.card fieldset{border:0;padding:0;margin-bottom:8px}.card legend{font-size:14px;font-weight:560;padding:0}.card .choice{display:flex;gap:10px;align-items:center;min-height:40px;font-weight:400}.card .choice input{width:18px;height:18px;margin:0;flex:none;accent-color:var(--accent)}
.card textarea{border:1px solid var(--edge);border-radius:8px;padding:10px 12px;background:var(--raised);color:var(--ink);font:inherit;resize:vertical}.card textarea:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
.embed{padding:16px 16px 120px}.embed h1{font-size:20px;line-height:28px}.embed main{padding:0}
@media(max-width:900px){.page{display:block;padding:0 16px 132px}.rail{position:static;max-height:none;padding:16px 0 0;margin:0;overflow:visible}.rail .to,.rail .made,.rail>h2{display:none}main>.made{display:flex}.made a{display:inline-flex;align-items:center;min-height:44px}
main{padding-top:14px}h1{font-size:26px;line-height:34px}:root{--text:16px}.btn{min-height:44px}
.chapters summary{display:flex;align-items:center;min-height:52px;margin-top:16px;border:1px solid var(--line);border-radius:10px;background:var(--raised);padding:0 14px;font-size:15px;font-weight:560;cursor:pointer}.chapters summary:after{content:"";width:8px;height:8px;margin:-4px 4px 0 auto;border:solid var(--ink3);border-width:0 2px 2px 0;rotate:45deg}.chapters[open] summary:after{rotate:225deg;margin-top:4px}.chapters h2{display:none}.ch a{min-height:44px;padding:12px 0}.ch a[aria-current]{margin-left:0;padding-left:10px}
.dock{padding:8px 14px}.bar{display:flex;gap:10px}.bar .skip10,.bar .end{display:none}.bar>div:last-child{flex:1;gap:10px;min-width:0}.bar .go{margin:0}}
@media(min-width:901px){.chapters::details-content{content-visibility:visible;display:block}}
@supports not selector(::details-content){.chapters summary{display:flex;padding-top:20px}.chapters h2{display:none}}
@media print{.dock,.acts,.rail,.made{display:none}.page{display:block}}
`
