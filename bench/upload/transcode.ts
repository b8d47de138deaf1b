import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import { type Bytes, hours, KiB, MiB, type Millis, minutes, seconds } from '#shared/units.ts'
import { systemClock } from '#platform/clock/clock.ts'
import { TranscodeHarness } from '#test/e2e/harness/TranscodeHarness.ts'
import { ffmpegFolder } from './ffmpegFolder.ts'

const runFile = promisify(execFile)
const RUNS = 3
const DURATION: Millis = minutes(10)
/** One second below the limit, because copied packets do not end exactly at the requested time. */
const LONG_DURATION: Millis = hours(5) - seconds(1)
/** Minimum speed, as a fraction of native ffmpeg with one thread. */
const MIN_RATIO = 0.5
const MAX_ADDED_MEMORY: Bytes = 400 * MiB
/** Longest task on the page's main thread. Users notice longer ones. */
const MAX_TASK: Millis = 50

/** `npm run bench transcode`: sets the exit code to 1 when a limit is exceeded. */
export async function run(): Promise<void> {
  if (!(await runUploadTranscode())) process.exitCode = 1
}

/**
 * Measures the speed of transcoding in Chromium compared with native ffmpeg with one thread, the memory that five hours of audio
 * take, and the longest task on the page's main thread. Returns true when all limits hold. Without ffmpeg it prints that it is
 * skipped and returns true.
 */
export async function runUploadTranscode(): Promise<boolean> {
  await using ffmpeg = await ffmpegFolder()
  if (ffmpeg === null) {
    console.log('  skipped, transcode beside native ffmpeg: ffmpeg is not installed (apt-get install ffmpeg)')
    return true
  }
  const speech = join(import.meta.dirname, '../../test/fixtures/two-cities.wav')
  const wav = await ffmpeg.make('ten.wav', [
    '-stream_loop',
    '-1',
    '-i',
    speech,
    ...durationArgs(DURATION),
    '-ar',
    '48000',
    '-ac',
    '2',
  ])
  const m4a = await ffmpeg.make('ten.m4a', ['-i', wav, '-c:a', 'aac', '-b:a', '128k'])
  const mp3 = await ffmpeg.make('ten.mp3', ['-i', wav, '-c:a', 'libmp3lame', '-b:a', '128k'])
  const wma = await ffmpeg.make('ten.wma', ['-i', wav, '-c:a', 'wmav2', '-b:a', '128k'])
  const long = await ffmpeg.make('long.m4a', ['-stream_loop', '-1', '-i', m4a, ...durationArgs(LONG_DURATION), '-c', 'copy'])
  await using page = await TranscodeHarness.open()
  const results = [
    await measureSpeed(page, m4a, MIN_RATIO),
    await measureSpeed(page, mp3, MIN_RATIO),
    await measureSpeed(page, wma, 0),
    await measureMemory(page, long),
  ]
  return results.every(Boolean)
}

const durationArgs = (duration: Millis): string[] => ['-t', String(duration / 1000)]

/** Runs both in alternation, so that the machine is in the same state. The best run of each counts. */
async function measureSpeed(page: TranscodeHarness, path: string, minRatio: number): Promise<boolean> {
  let [native, ours, longestTask] = [Infinity, Infinity, Infinity]
  for (let n = 0; n < RUNS; n++) {
    native = Math.min(native, await nativeTime(path))
    await page.load('near')
    const result = await page.run(path, { toStorage: true, withoutBytes: true })
    if (result.failure !== null) throw new Error(`${path}: ${result.failure}, ${result.message}`)
    ours = Math.min(ours, result.elapsed)
    const tasks = await page.page.evaluate(() => (globalThis as unknown as { longTasks: number[] }).longTasks)
    longestTask = Math.min(longestTask, Math.max(0, ...tasks))
  }
  const ratio = native / ours
  const isFine = ratio >= minRatio && longestTask <= MAX_TASK
  const times = (duration: Millis) => `${(DURATION / duration).toFixed(0)}x`
  const limit = minRatio > 0 ? ` (at least ${minRatio})` : ''
  console.log(
    `  ${isFine ? 'ok  ' : 'OVER'} ${path.split('.').at(-1)}, 10 min: ${times(ours)}, native ffmpeg ${times(native)}, ratio ${ratio.toFixed(2)}${limit}; longest task of the page ${longestTask.toFixed(0)} ms`,
  )
  return isFine
}

async function nativeTime(path: string): Promise<Millis> {
  const start = performance.now()
  const outputArgs = ['-vn', '-map', '0:a:0', '-ac', '1', '-ar', '16000', '-c:a', 'libmp3lame', '-b:a', '48k', '-write_xing', '0']
  await runFile('ffmpeg', [
    '-v',
    'error',
    '-nostdin',
    '-y',
    '-threads',
    '1',
    '-i',
    path,
    ...outputArgs,
    '-threads',
    '1',
    `${path}.small.mp3`,
  ])
  return performance.now() - start
}

async function measureMemory(page: TranscodeHarness, path: string): Promise<boolean> {
  await page.load('near')
  const idle = await memoryOfAll(page.browser)
  let [peak, isDone] = [0, false]
  const done = page.run(path, { toStorage: true, withoutBytes: true }).finally(() => (isDone = true))
  while (!isDone) {
    peak = Math.max(peak, await memoryOfAll(page.browser))
    await systemClock.wait(250)
  }
  const result = await done
  if (result.failure !== null) throw new Error(`${path}: ${result.failure}, ${result.message}`)
  const added = peak - idle
  console.log(
    `  ${added <= MAX_ADDED_MEMORY ? 'ok  ' : 'OVER'} m4a, 5 h: ${(added / MiB).toFixed(0)} MB added (at most ${MAX_ADDED_MEMORY / MiB}), ${(result.elapsed / 1000).toFixed(0)} s, ${(LONG_DURATION / result.elapsed).toFixed(0)}x`,
  )
  return added <= MAX_ADDED_MEMORY
}

/** Returns the memory of all processes of a browser. Shared memory is counted once. */
async function memoryOfAll(browser: Browser): Promise<Bytes> {
  const system = await browser.newBrowserCDPSession()
  const { processInfo } = await system.send('SystemInfo.getProcessInfo')
  await system.detach()
  const memories = processInfo.map(async ({ id }) => {
    const rollup = await readFile(`/proc/${id}/smaps_rollup`, 'utf8').catch(() => '')
    return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) * KiB
  })
  return (await Promise.all(memories)).reduce((sum, bytes) => sum + bytes, 0)
}
