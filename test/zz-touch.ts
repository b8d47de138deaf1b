import { mkdtemp } from 'node:fs/promises'
import { startEarshot } from './running/startEarshot.ts'
import { tone } from './world/tone.ts'
import { signUp, uploadSound } from './world/user.ts'
import { launchBrowser } from './e2e/browser.ts'
const dir = await mkdtemp('/tmp/earshot-touch-')
const running = await startEarshot({ PORT: '4397', DATA_DIR: dir + '/data', EARSHOT_SCRIPTED: 'speech', LOG_LEVEL: 'error', SIGN_UP: 'open', WELCOME: 'off' })
const browser = await launchBrowser()
const user = await signUp(running.url, 'lena')
await user.folders.create({ body: { name: 'Research' } })
const f = await uploadSound(user, tone(90), { name: 'Interview' })
await user.generate.transsumm({ params: { id: f.id }, body: {} })
const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
const small = () => [...document.querySelectorAll('a,button,input,[role=tab],[role=slider],[role=menuitem],[role=menuitemradio],[role=radio]')].filter((e) => (e as any).checkVisibility()).map((e) => { let r = e.getBoundingClientRect(); const af = getComputedStyle(e, '::after'); if (af.content !== 'none' && af.position === 'absolute') { const p = (e as HTMLElement).closest('li,[role=listitem],div')!.getBoundingClientRect(); r = p } ; const w = (e.tagName === 'INPUT' ? e.parentElement!.getBoundingClientRect() : r); return { n: (e.getAttribute('aria-label') ?? e.textContent ?? '').slice(0, 30), w: Math.round(w.width), h: Math.round(w.height) } }).filter((x) => x.h > 0 && (x.h < 44 || x.w < 44)).map((x) => `${x.n} ${x.w}x${x.h}`)
const anon = await context.newPage(); await anon.goto(running.url + '/login'); await anon.getByRole('button').first().waitFor(); await anon.waitForTimeout(500)
console.log('login', await anon.evaluate(small)); 
await context.addInitScript((token) => localStorage.setItem('earshot_tokenstr', JSON.stringify({ value: token, expires: null })), user.token)
const page = await context.newPage()
for (const a of ['/', '/file-list?categoryId=allFiles', `/file/${f.id}`]) {
  await page.goto(running.url + a); await page.getByRole('main').waitFor(); await page.waitForTimeout(2500)
  console.log(a, await page.evaluate(small))
}
await page.getByRole('tab').last().click(); await page.waitForTimeout(500); console.log('transcript', await page.evaluate(small))
await page.goto(running.url + '/file-list'); await page.getByRole('button', { name: 'Library' }).click(); await page.getByRole('dialog').waitFor(); await page.waitForTimeout(300)
console.log('library', await page.evaluate(small))
await page.goto(running.url + '/file/' + f.id); await page.waitForTimeout(2000); await page.screenshot({ path: '/tmp/title.png' }); await browser.close(); await running.stop()
