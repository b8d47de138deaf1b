import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import lighthouse from 'lighthouse'
import desktop from 'lighthouse/core/config/desktop-config.js'
import { chromiumOptions } from '#test/browser/launchBrowser.ts'
import { createSilentMp3 } from '#test/fixtures/sound/createToneWav.ts'
import { startEarshot } from '#test/process/startEarshot.ts'
import { findFreePort } from '#test/server/findFreePort.ts'
import { signUp, uploadRecording } from '#test/server/user.ts'

/** The words of an hour of speech. */
const SEGMENTS = 180
const WORDS = 45

/** Minimum Lighthouse scores for the page of a link. SEO is not measured because the page is meant not to be indexed. */
const GOALS = { accessibility: 100, performance: 90, 'best-practices': 90 } as const

/**
 * Measures the page of a link to an hour of speech with Lighthouse, on a phone with a slow network and on a desktop. Sets the exit
 * code to 1 when a goal is missed.
 */
export async function run(): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'earshot-bench-share-'))
  await using earshot = await startEarshot({
    DATA_DIR: dir,
    EARSHOT_SCRIPTED: 'speech',
    SIGN_UP: 'open',
    WELCOME: 'off',
    LOG_LEVEL: 'fatal',
  })
  const port = await findFreePort()
  const browser = await startBrowser(port, dir)
  try {
    await using server = await startProxy(earshot.url)
    const url = server.url + new URL(await createLongLink(earshot.url)).pathname
    const page = await fetch(url)
    console.log(`page of ${SEGMENTS * WORDS} words: ${((await page.text()).length / 1024).toFixed(0)} KiB before compression`)
    for (const [name, config] of [['phone', undefined] as const, ['desktop', desktop] as const]) {
      const result = await lighthouse(url, { port, logLevel: 'error', onlyCategories: Object.keys(GOALS) }, config)
      if (!result || result.lhr.runtimeError) throw new Error(result?.lhr.runtimeError?.message ?? 'Lighthouse returned nothing')
      const { categories, audits } = result.lhr
      const scores = Object.entries(GOALS).map(([id, goal]) => ({
        id,
        goal,
        score: Math.round((categories[id]?.score ?? 0) * 100),
      }))
      const times = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift']
      console.log(`${name}: ${scores.map(({ id, score, goal }) => `${id} ${score} (goal ${goal})`).join(', ')}`)
      console.log(`  ${times.map((id) => `${id} ${audits[id]?.displayValue ?? '?'}`).join(', ')}`)
      if (scores.some(({ score, goal }) => score < goal)) process.exitCode = 1
      for (const { id } of scores.filter(({ score }) => score < 100))
        for (const { id: auditId } of categories[id]?.auditRefs ?? [])
          if ((audits[auditId]?.score ?? 1) < 0.9) console.log(`  ${id}: ${auditId} ${audits[auditId]?.displayValue ?? ''}`)
    }
  } finally {
    browser.kill('SIGKILL')
    await once(browser, 'exit')
    await earshot.stop()
    await rm(dir, { recursive: true, force: true })
  }
}

/**
 * Forwards requests and compresses pages. Lighthouse cannot load a page of Earshot directly with the test browser (ERR_ABORTED),
 * although it loads the same bytes from here.
 */
async function startProxy(target: string) {
  const server = createServer((request, reply) => {
    void (async () => {
      const { range, cookie, 'accept-language': language = 'en' } = request.headers
      const headers = { 'accept-language': language, ...(range && { range }), ...(cookie && { cookie }) }
      const response = await fetch(target + (request.url ?? '/'), { headers, redirect: 'manual' })
      const bytes = Buffer.from(await response.arrayBuffer())
      const type = response.headers.get('content-type') ?? 'text/plain'
      reply.writeHead(response.status, {
        'content-type': type,
        'cache-control': response.headers.get('cache-control') ?? 'no-store',
        'content-security-policy': response.headers.get('content-security-policy') ?? '',
        ...(/^text/.test(type) && { 'content-encoding': 'gzip' }),
      })
      reply.end(/^text/.test(type) ? gzipSync(bytes) : bytes)
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, [Symbol.asyncDispose]: close }
}

/** Starts a separate browser, because the test browser attaches to every page. */
async function startBrowser(port: number, dir: string) {
  const { executablePath = '', args = [] } = await chromiumOptions()
  const own = ['--headless', `--remote-debugging-port=${port}`, `--user-data-dir=${join(dir, 'browser')}`, 'about:blank']
  const browser = spawn(executablePath, [...args, ...own], { stdio: ['ignore', 'ignore', 'pipe'] })
  await new Promise<void>((resolve, reject) => {
    browser.stderr.on('data', (text: Buffer) => text.includes('DevTools listening') && resolve())
    browser.once('exit', () => reject(new Error('the browser did not start')))
  })
  return browser
}

async function createLongLink(address: string): Promise<string> {
  const user = await signUp(address, 'bench')
  await user.me.changeSettings({ body: { transcribe_new: 'off', nickname: 'Lena Brandt' } })
  const { id } = await uploadRecording(user, createSilentMp3(3600), { name: 'Interview with Dr. Okafor' })
  const word = (n: number) => ['the', 'nurses', 'stayed', 'before', 'rains', 'in', 'two', 'waves', 'of', 'twenty'][n % 10] ?? ''
  const trans_result = Array.from({ length: SEGMENTS }, (_, n) => {
    const start = n * 20_000
    const words = Array.from({ length: WORDS }, (__, w) => [start + w * 440, start + w * 440 + 400, word(n + w), 0.9] as const)
    const content = words.map(([, , text]) => text).join(' ')
    const speaker = n % 2 === 0 ? 'Lena Brandt' : 'Dr. Okafor'
    return {
      id: String(n),
      start_time: start,
      end_time: start + 19_900,
      speaker,
      content,
      language: 'en',
      words: words.map((each) => [...each]),
    }
  }) as unknown as NonNullable<Parameters<typeof user.files.change>[0]['body']['trans_result']>
  const lines = Array.from({ length: 12 }, (_, n) => `- Forty clinics before the rains. [0:${n + 10}](#t=${(n + 10) * 1000})`)
  await user.files.change({ params: { id }, body: { trans_result, ai_content: `## Decided\n\n${lines.join('\n')}` } })
  const { data } = await user.share.create({ params: { id }, body: { allows_download: true } })
  return data.url ?? ''
}
