import { createServer } from 'vite'
import react from '@vitejs/plugin-react'
import tailwind from '@tailwindcss/vite'
import { messages } from '../src/app/web/vite/messages.ts'
import { launchBrowser } from '../test/e2e/browser.ts'
const server = await createServer({ configFile: false, root: '/work/main', plugins: [react(), tailwind(), messages('/work/main/src')], server: { port: 5999, hmr: false, watch: null }, cacheDir: '/tmp/look-cache', optimizeDeps: { entries: ['tmp-look/page.tsx'] } })
await server.listen()
const browser = await launchBrowser()
const errors: string[] = []
async function page(query: string, size = { width: 1440, height: 900 }, touch = false) {
  const p = await browser.newPage({ viewport: size, hasTouch: touch, isMobile: touch })
  p.on('console', (m) => { if (m.type() === 'error' || m.type() === 'warning') errors.push(query + ': ' + m.text().slice(0, 300)) })
  p.on('pageerror', (e) => errors.push(query + ' PAGE ' + e.message.slice(0, 300)))
  await p.goto('http://localhost:5999/tmp-look/index.html?' + query)
  await p.waitForSelector('[data-file]', { timeout: 60000 })
  return p
}
const shot = (p: Awaited<ReturnType<typeof page>>, name: string) => p.screenshot({ path: `/tmp/look-${name}.png` })

import { readFileSync } from 'node:fs'
const axe = readFileSync('/work/main/node_modules/axe-core/axe.min.js', 'utf8')
async function check(p: Awaited<ReturnType<typeof page>>, what: string) {
  await p.evaluate(axe)
  const found = await p.evaluate(async () => (await (window as never as { axe: { run: (o: object) => Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }> } }).axe.run({ rules: { 'page-has-heading-one': { enabled: true }, region: { enabled: false } } })).violations.map((v) => v.id + ' ' + v.nodes.map((n) => n.html.slice(0, 140) + ' ' + n.failureSummary.slice(0, 200)).slice(0, 2).join(' || ')))
  console.log(what, found.length, found.join('\n'))
}

const p = await page('n=20000')
await p.evaluate(() => { const w = window as never as { long: number[] }; w.long = []; new PerformanceObserver((l) => { for (const e of l.getEntries()) w.long.push(Math.round(e.duration)) }).observe({ type: 'event', durationThreshold: 16, buffered: true } as never) })
await p.focus('input[type=search]')
await p.keyboard.type('recording 777', { delay: 80 })
await p.waitForTimeout(800)
console.log('rows found', await p.evaluate(() => document.querySelector('[role=listitem]')?.getAttribute('aria-setsize')), 'events ms', await p.evaluate(() => (window as never as { long: number[] }).long.sort((a, b) => b - a).slice(0, 6)))
await p.keyboard.press('Escape'); await p.waitForTimeout(500)
await p.evaluate(() => { (window as never as { long: number[] }).long = [] })
await p.focus('[data-file]'); await p.keyboard.press('Delete'); await p.waitForTimeout(1500)
for (let i = 0; i < 20; i++) await p.keyboard.press('ArrowDown')
await p.waitForTimeout(500)
console.log('keys in list', await p.evaluate(() => (window as never as { long: number[] }).long.sort((a, b) => b - a).slice(0, 6)), await p.evaluate(() => document.activeElement?.textContent))
const frames = await p.evaluate(async () => { const el = document.querySelector('[role=list]')!; const t: number[] = []; let last = performance.now(); for (let i = 0; i < 200; i++) { el.scrollBy(0, 240); await new Promise((r) => requestAnimationFrame(r)); const n = performance.now(); t.push(n - last); last = n } t.sort((a, b) => a - b); return { median: t[100], p95: t[190], nodes: document.querySelectorAll('[role=list] *').length } })
console.log(frames)
console.log(errors.join('\n') || 'no console errors')
await browser.close(); await server.close(); process.exit(0)
