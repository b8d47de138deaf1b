import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { startEarshot } from '#test/process/startEarshot.ts'
import { launchBrowser } from '#test/browser/launchBrowser.ts'
import { LONGEST, seedTranscripts } from '#dev/seed/seedTranscripts.ts'
const dir = await mkdtemp('/tmp/prof-')
const settings = { PORT: '4393', DATA_DIR: dir, LOG_LEVEL: 'error', WELCOME: 'off', CALLS_PER_MINUTE: '0' }
await using running = await startEarshot(settings)
const { token } = await seedTranscripts(settings, { email: 'a@example.org', password: 'correct horse' }, [LONGEST])
const browser = await launchBrowser({})
const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
await context.addInitScript((value) => { localStorage.setItem('earshot_tokenstr', JSON.stringify({ value, expires: null })); localStorage.setItem('earshot_consent', JSON.stringify({ value: { statistics: false }, expires: null })) }, token)
const page = await context.newPage()
await page.goto(running.url + '/file-list?categoryId=allFiles')
await page.locator('[data-row] [data-file]').click()
console.log('opened'); await page.getByRole('tab', { name: 'Transcript', exact: true }).click()
await page.getByRole('button', { name: 'Edit', exact: true }).click()
const f = page.getByRole('textbox', { name: 'Text of the paragraph' }).nth(3)
console.log('editing'); await f.click()
await page.waitForTimeout(2500)
const cdp = await context.newCDPSession(page)
await cdp.send('Profiler.enable'); await cdp.send('Profiler.setSamplingInterval', { interval: 200 }); await cdp.send('Profiler.start')
for (let i = 0; i < 4; i++) { await page.keyboard.type('word '); await page.waitForTimeout(3000) }
const { profile } = await cdp.send('Profiler.stop')
const self = new Map(); const total = new Map(); const byId = new Map(profile.nodes.map((n) => [n.id, n])); const parent = new Map()
for (const n of profile.nodes) for (const c of n.children ?? []) parent.set(c, n.id)
profile.samples.forEach((id, i) => { const dt = profile.timeDeltas[i] / 1000; const key = (n) => `${n.callFrame.functionName || '(anon)'} ${n.callFrame.url.split('/').pop()}:${n.callFrame.lineNumber}:${n.callFrame.columnNumber}`
  self.set(key(byId.get(id)), (self.get(key(byId.get(id))) ?? 0) + dt); const seen = new Set(); for (let n = id; n; n = parent.get(n)) { const k = key(byId.get(n)); if (!seen.has(k)) { seen.add(k); total.set(k, (total.get(k) ?? 0) + dt) } } })
const top = (m) => [...m].sort((a, b) => b[1] - a[1]).slice(0, 28).map(([k, v]) => `${v.toFixed(0).padStart(7)} ${k}`).join('\n')
console.log('SELF\n' + top(self) + '\nTOTAL\n' + top(total))
await browser.close(); await rm(dir, { recursive: true, force: true })
