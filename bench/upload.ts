import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PARALLEL_PARTS, PART_BYTES } from '#features/upload/contract.ts'
import { KiB, MiB, seconds, type Bytes, type Millis } from '#kit/units.ts'
import { systemClock } from '#platform/clock/clock.ts'
import { partsOf, startEarshot } from '#test/running/startEarshot.ts'
import { missingForS3 } from '#test/s3/missingForS3.ts'
import { freePort } from '#test/world/freePort.ts'
import { signUp, type User } from '#test/world/user.ts'
import { openStore } from './killStore.ts'
import { run as transcode } from './uploadTranscode.ts'

const WHOLE: Bytes = 500 * MiB
const ROUNDS = 3
const LEAST_RATIO = 0.8
const AT_ONCE = 20
const EACH: Bytes = 50 * MiB
const MOST_MEMORY: Bytes = 50 * MiB

/**
 * `npm run bench upload`: what an upload costs the server. Sends 500 MB in parts, three at a time, to a server with the data
 * folder and, in alternation, to a server that does only node:http, MD5 and fsync. Measures the server's memory while twenty
 * uploads run. Repeats both with an object store where one is available, then measures the browser's part (uploadTranscode).
 */
export async function run(): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'earshot-bench-'))
  const plain = await plainServer(dir)
  await measured('folder', join(dir, 'local'), {}, plain.url)
  const missing = await missingForS3()
  if (missing) console.log(`  object store: ${missing}`)
  else {
    await using store = await openedStore(join(dir, 'store'))
    await measured('store', join(dir, 's3'), store.settings, plain.url)
    await measured('store behind the server', join(dir, 's3-proxy'), { ...store.settings, S3_PROXY: 'true' }, plain.url)
  }
  plain.close()
  await rm(dir, { recursive: true, force: true })
  await transcode()
}

async function openedStore(folder: string) {
  const store = await openStore(folder)
  return { ...store, [Symbol.asyncDispose]: store.stop }
}

async function plainServer(dir: string): Promise<{ url: string; close: () => void }> {
  const child = fork('bench/plainUploads.ts', [dir], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  const [port] = (await once(child.stdout!, 'data')) as [Buffer]
  return { url: `http://127.0.0.1:${port.toString().trim()}/`, close: () => child.kill() }
}

async function measured(name: string, dataDir: string, settings: Record<string, string>, plainUrl: string): Promise<void> {
  const basic = { PORT: String(await freePort()), DATA_DIR: dataDir, WELCOME: 'off', LOG_LEVEL: 'error', SIGN_UP: 'open' }
  await using running = await startEarshot({ ...basic, EARSHOT_SCRIPTED: 'speech', CALLS_PER_MINUTE: '0', ...settings })
  const user = await signUp(running.url, 'bench')
  let [ours, theirs, merging] = [Infinity, Infinity, Infinity]
  for (let round = 0; round < ROUNDS; round++) {
    const urls = Array.from({ length: WHOLE / PART_BYTES }, () => plainUrl)
    theirs = Math.min(theirs, (await sent(urls, WHOLE)).took)
    const upload = await begun(user, WHOLE)
    const { took, parts } = await sent(upload.part_urls, WHOLE)
    ours = Math.min(ours, took)
    const asked = performance.now()
    await user.upload.merge({ body: { upload_id: upload.upload_id, object_name: upload.object_name, parts } })
    merging = Math.min(merging, performance.now() - asked)
  }
  const speed = (took: Millis) => `${Math.round(WHOLE / MiB / (took / seconds(1)))} MB/s`
  const ratio = theirs / ours
  const verdict = name !== 'folder' ? '' : ` ${ratio >= LEAST_RATIO ? 'ok' : 'UNDER'} (at least ${LEAST_RATIO})`
  console.log(
    `  ${name}: 500 MB at ${speed(ours)}, node:http + MD5 + fsync ${speed(theirs)}, ratio ${ratio.toFixed(2)}${verdict}; put together in ${(merging / seconds(1)).toFixed(1)} s`,
  )
  const [pid = 0] = (await partsOf(running, dataDir)).api
  await Promise.all(Array.from({ length: 3 }, () => whole(user, EACH)))
  const before = await memoryOf(pid)
  const most = await highest(pid, () => Promise.all(Array.from({ length: AT_ONCE }, () => whole(user, EACH))))
  const added = most - before
  const grown = `${Math.round(added / MiB)} MB more than ${Math.round(before / MiB)} MB`
  const limit = `${added <= MOST_MEMORY ? 'ok' : 'OVER'} (at most ${MOST_MEMORY / MiB})`
  console.log(
    `  ${name}: ${AT_ONCE} uploads of ${EACH / MiB} MB at once, slices and putting together: the server holds ${grown}, ${limit}`,
  )
  if ((name === 'folder' && ratio < LEAST_RATIO) || added > MOST_MEMORY) process.exitCode = 1
}

async function begun(user: User, filesize: Bytes) {
  return (await user.upload.presign({ body: { filesize, file_type: 'MP3' } })).data
}

async function whole(user: User, filesize: Bytes): Promise<void> {
  const { upload_id, object_name, part_urls } = await begun(user, filesize)
  const { parts } = await sent(part_urls, filesize)
  await user.upload.merge({ body: { upload_id, object_name, parts } })
  await user.upload.abandon({ params: { upload_id } })
}

const BYTES = randomBytes(PART_BYTES)

/** Sends the parts three at a time, as the page does. */
async function sent(urls: readonly string[], size: Bytes) {
  const parts: { Etag: string; PartNumber: number }[] = []
  let next = 0
  const asked = performance.now()
  const sender = async () => {
    for (let at = next++; at < urls.length; at = next++) {
      const body = BYTES.subarray(0, Math.min(PART_BYTES, size - at * PART_BYTES))
      const answer = await fetch(urls[at]!, { method: 'PUT', body })
      if (!answer.ok) throw new Error(`a slice was answered ${answer.status}`)
      parts.push({ Etag: answer.headers.get('etag') ?? '', PartNumber: at + 1 })
    }
  }
  await Promise.all(Array.from({ length: PARALLEL_PARTS }, sender))
  return { took: performance.now() - asked, parts: parts.toSorted((a, b) => a.PartNumber - b.PartNumber) }
}

/** Returns the peak memory of a process while `work` runs. */
async function highest(pid: number, work: () => Promise<unknown>): Promise<Bytes> {
  let most = 0
  let over = false
  const watching = (async () => {
    while (!over) {
      most = Math.max(most, await memoryOf(pid))
      await systemClock.wait(50)
    }
  })()
  await work()
  over = true
  await watching
  return most
}

async function memoryOf(pid: number): Promise<Bytes> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) * KiB
}
