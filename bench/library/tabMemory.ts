import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { KiB, type Bytes } from '#shared/units.ts'

/** Memory of a tab: the JavaScript heap after a garbage collection and the private memory of the whole process. */
export type TabMemory = { heap: Bytes; total: Bytes }

/** Returns the memory of the only tab of a browser. */
export async function tabMemory(browser: Browser, page: Page): Promise<TabMemory> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  // Twice, because objects released by the first collection may have held others.
  for (let n = 0; n < 2; n++) await devtools.send('HeapProfiler.collectGarbage')
  const { metrics } = await devtools.send('Performance.getMetrics')
  const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0
  const system = await browser.newBrowserCDPSession()
  const { processInfo } = await system.send('SystemInfo.getProcessInfo')
  const renderers = processInfo.filter(({ type }) => type === 'renderer')
  // Chromium keeps a spare renderer process.
  const memories = await Promise.all(renderers.map(({ id }) => privateMemoryOf(id)))
  return { heap, total: Math.max(0, ...memories) }
}

async function privateMemoryOf(pid: number): Promise<Bytes> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
  return [...rollup.matchAll(/^Private_(?:Clean|Dirty):\s+(\d+) kB/gm)].reduce((sum, [, kib]) => sum + Number(kib) * KiB, 0)
}
