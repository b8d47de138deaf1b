import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PARALLEL_PARTS, PART_BYTES } from '#features/upload/contract.ts'
import { KiB, MiB, seconds, type Bytes, type Millis } from '#shared/units.ts'
import { systemClock } from '#platform/clock/clock.ts'
import { findProcesses, startEarshot } from '#test/process/startEarshot.ts'
import { s3SkipReason } from '#test/fakes/s3/s3SkipReason.ts'
import { findFreePort } from '#test/server/findFreePort.ts'
import { signUp, type User } from '#test/server/user.ts'
import { openKillableStore } from '../kill/openKillableStore.ts'
import { run as transcode } from './transcode.ts'

const UPLOAD_BYTES: Bytes = 500 * MiB
const ROUNDS = 3
const MIN_RATIO = 0.8
const CONCURRENT_UPLOADS = 20
const SMALL_UPLOAD_BYTES: Bytes = 50 * MiB
const MAX_MEMORY: Bytes = 50 * MiB

/**
 * `npm run bench upload`: what an upload costs the server. Sends 500 MB in parts, three at a time, to a server with the data folder
 * and, in alternation, to a server that does only node:http, MD5 and fsync. Measures the server's memory during twenty uploads.
 * Repeats both with an object store if one is available, then measures the browser's part (uploadTranscode).
 */
export async function run(): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'earshot-bench-'))
  const plain = await plainServer(dir)
  await measureServer('folder', join(dir, 'local'), {}, plain.url)
  const missing = await s3SkipReason()
  if (missing) console.log(`  object store: ${missing}`)
  else {
    await using store = await openDisposableStore(join(dir, 'store'))
    await measureServer('store', join(dir, 's3'), store.settings, plain.url)
    await measureServer('store behind the server', join(dir, 's3-proxy'), { ...store.settings, S3_PROXY: 'true' }, plain.url)
  }
  plain.close()
  await rm(dir, { recursive: true, force: true })
  await transcode()
}

async function openDisposableStore(folder: string) {
  const store = await openKillableStore(folder)
  return { ...store, [Symbol.asyncDispose]: store.stop }
}

async function plainServer(dir: string): Promise<{ url: string; close: () => void }> {
  const child = fork('bench/upload/plainUploads.ts', [dir], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  const [port] = (await once(child.stdout!, 'data')) as [Buffer]
  return { url: `http://127.0.0.1:${port.toString().trim()}/`, close: () => child.kill() }
}

async function measureServer(name: string, dataDir: string, settings: Record<string, string>, plainUrl: string): Promise<void> {
  const baseSettings = {
    PORT: String(await findFreePort()),
    DATA_DIR: dataDir,
    WELCOME: 'off',
    LOG_LEVEL: 'error',
    SIGN_UP: 'open',
  }
  await using running = await startEarshot({ ...baseSettings, EARSHOT_SCRIPTED: 'speech', CALLS_PER_MINUTE: '0', ...settings })
  const user = await signUp(running.url, 'bench')
  let [earshot, reference, merging] = [Infinity, Infinity, Infinity]
  for (let round = 0; round < ROUNDS; round++) {
    const urls = Array.from({ length: UPLOAD_BYTES / PART_BYTES }, () => plainUrl)
    reference = Math.min(reference, (await sendParts(urls, UPLOAD_BYTES)).duration)
    const upload = await presign(user, UPLOAD_BYTES)
    const { duration, parts } = await sendParts(upload.part_urls, UPLOAD_BYTES)
    earshot = Math.min(earshot, duration)
    const start = performance.now()
    await user.upload.merge({ body: { upload_id: upload.upload_id, object_name: upload.object_name, parts } })
    merging = Math.min(merging, performance.now() - start)
  }
  const speed = (duration: Millis) => `${Math.round(UPLOAD_BYTES / MiB / (duration / seconds(1)))} MB/s`
  const ratio = reference / earshot
  const verdict = name !== 'folder' ? '' : ` ${ratio >= MIN_RATIO ? 'ok' : 'UNDER'} (at least ${MIN_RATIO})`
  console.log(
    `  ${name}: 500 MB at ${speed(earshot)}, node:http + MD5 + fsync ${speed(reference)}, ratio ${ratio.toFixed(2)}${verdict}; put together in ${(merging / seconds(1)).toFixed(1)} s`,
  )
  const [pid = 0] = (await findProcesses(running, dataDir)).api
  await Promise.all(Array.from({ length: 3 }, () => uploadWhole(user, SMALL_UPLOAD_BYTES)))
  const before = await memoryOf(pid)
  const peak = await peakMemory(pid, () =>
    Promise.all(Array.from({ length: CONCURRENT_UPLOADS }, () => uploadWhole(user, SMALL_UPLOAD_BYTES))),
  )
  const added = peak - before
  const grown = `${Math.round(added / MiB)} MB more than ${Math.round(before / MiB)} MB`
  const limit = `${added <= MAX_MEMORY ? 'ok' : 'OVER'} (at most ${MAX_MEMORY / MiB})`
  console.log(
    `  ${name}: ${CONCURRENT_UPLOADS} uploads of ${SMALL_UPLOAD_BYTES / MiB} MB at once, parts and merges: the server holds ${grown}, ${limit}`,
  )
  if ((name === 'folder' && ratio < MIN_RATIO) || added > MAX_MEMORY) process.exitCode = 1
}

async function presign(user: User, filesize: Bytes) {
  return (await user.upload.presign({ body: { filesize, file_type: 'MP3' } })).data
}

async function uploadWhole(user: User, filesize: Bytes): Promise<void> {
  const { upload_id, object_name, part_urls } = await presign(user, filesize)
  const { parts } = await sendParts(part_urls, filesize)
  await user.upload.merge({ body: { upload_id, object_name, parts } })
  await user.upload.abandon({ params: { upload_id } })
}

const BYTES = randomBytes(PART_BYTES)

/** Sends the parts three at a time, as the page does. */
async function sendParts(urls: readonly string[], size: Bytes) {
  const parts: { Etag: string; PartNumber: number }[] = []
  let next = 0
  const start = performance.now()
  const sender = async () => {
    for (let at = next++; at < urls.length; at = next++) {
      const body = BYTES.subarray(0, Math.min(PART_BYTES, size - at * PART_BYTES))
      const response = await fetch(urls[at]!, { method: 'PUT', body })
      if (!response.ok) throw new Error(`a part got HTTP ${response.status}`)
      parts.push({ Etag: response.headers.get('etag') ?? '', PartNumber: at + 1 })
    }
  }
  await Promise.all(Array.from({ length: PARALLEL_PARTS }, sender))
  return { duration: performance.now() - start, parts: parts.toSorted((a, b) => a.PartNumber - b.PartNumber) }
}

/** Returns the peak memory of a process while `work` runs. */
async function peakMemory(pid: number, work: () => Promise<unknown>): Promise<Bytes> {
  let peak = 0
  let isDone = false
  const sampling = (async () => {
    while (!isDone) {
      peak = Math.max(peak, await memoryOf(pid))
      await systemClock.wait(50)
    }
  })()
  await work()
  isDone = true
  await sampling
  return peak
}

async function memoryOf(pid: number): Promise<Bytes> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) * KiB
}
