import { randomBytes } from 'node:crypto'
import { readFile, writeFile, mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '#platform/clock/clock.ts'
import { KiB, MiB, hours, type Bytes } from '#shared/units.ts'
import { findRunningUrl } from '#platform/db/embedded/postmaster.ts'
import { openPool } from '#platform/db/db.ts'
import { isReady, findProcesses, startEarshot } from '#test/process/startEarshot.ts'
import { findFreePort } from '#test/server/findFreePort.ts'
import { seedDataDir } from '#dev/seed/seedDataDir.ts'

const ACCOUNT = { email: 'storage@example.org', password: 'correct horse', files: 6000, folders: 0, trashPercent: 0 }
const RECORDINGS = 250
const CONCURRENCY = 8
/** Size of a three-hour transcript with word times, as JSON. */
const TRANSCRIPT: Bytes = 1.9 * MiB
const EXTRA_CALLS = 17

/** `status` is the `status` of the envelope if there is one, otherwise the HTTP status. */
type Call = { status: number; bytes: Bytes }

/**
 * `npm run bench storage`: how much memory and storage one signed-in user can make a server use. Requests 250 long transcripts in
 * one call, and one of them 250 times, sequentially and eight at a time. Then writes `extra_data` until it is refused. Prints
 * bytes, the peak memory of the server and the size of the database.
 */
export async function run(): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'earshot-bench-'))
  const settings = {
    PORT: String(await findFreePort()),
    DATA_DIR: dir,
    LOG_LEVEL: 'error',
    WELCOME: 'off',
    CALLS_PER_MINUTE: '0',
  }
  try {
    await using running = await startEarshot(settings)
    const { token } = await seedDataDir(settings, ACCOUNT)
    const findApi = async (): Promise<number> => {
      while (!(await isReady(running.url))) await systemClock.wait(200)
      return (await findProcesses(running, dir)).api[0] ?? 0
    }
    const pool = openPool((await findRunningUrl(dir)) ?? '', { use: 'worker', connections: 1 })
    const sendRequest = (method: string, path: string, body: unknown) => call(`${running.url}/api${path}`, method, token, body)
    const { rows } = await pool.query<{ file_id: string }>(
      `select file_id from file where duration_ms > ${hours(3)} and blob_key is not null order by file_id limit ${RECORDINGS}`,
    )
    const ids = rows.map(({ file_id }) => file_id)
    for (const id of ids) {
      const { status } = await sendRequest('PATCH', `/file/${id}`, { trans_result: longTranscript() })
      if (status !== 200) throw new Error(`a long transcript got status ${status}`)
    }
    const repeated = Array.from({ length: RECORDINGS }, () => ids[0]!)
    for (const [name, body] of [
      ['one id repeated', repeated],
      ['different ids', ids],
    ] as const)
      for (const n of [1, CONCURRENCY]) {
        const api = await findApi()
        await resetPeak(api)
        const start = performance.now()
        const calls = await Promise.all(Array.from({ length: n }, () => sendRequest('POST', '/file/list', body)))
        const duration = ((performance.now() - start) / 1000).toFixed(1)
        const bytes = calls.reduce((sum, each) => sum + each.bytes, 0)
        console.log(
          `  ${n} x /file/list, ${body.length} ${name}: ${statusesOf(calls)}, ${mb(bytes)}, ${duration} s, peak ${await peakOf(api)}`,
        )
      }
    const before = await databaseSize(pool)
    const api = await findApi()
    await resetPeak(api)
    const calls: Call[] = []
    for (let n = 0; n < EXTRA_CALLS; n++)
      calls.push(
        await sendRequest('PATCH', `/file/${ids[0]}`, { extra_data: { [`key${n}`]: randomBytes(7.5 * MiB).toString('hex') } }),
      )
    const growth = (await databaseSize(pool)) - before
    console.log(
      `  ${EXTRA_CALLS} x extra_data of 15 MB: ${statusesOf(calls)}, database +${mb(growth)}, peak ${await peakOf(api)}`,
    )
    await pool.end()
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

/** Returns three hours of random words, different on every call. */
function longTranscript() {
  const segments = []
  for (let at = 0, bytes = 0; bytes < TRANSCRIPT; at += 4000) {
    const words = Array.from({ length: 10 }, (_, n) => [
      at + n * 400,
      at + n * 400 + 380,
      ` ${randomBytes(3).toString('hex')}`,
      0.987,
    ])
    const content = words.map(([, , text]) => text).join('')
    segments.push({ id: String(segments.length + 1), start_time: at, end_time: at + 3980, content, speaker: 'Speaker 1', words })
    bytes += JSON.stringify(segments.at(-1)).length
  }
  return segments
}

function call(address: string, method: string, token: string, body: unknown): Promise<Call> {
  return new Promise((resolve) => {
    const headers = { authorization: `bearer ${token}`, 'content-type': 'application/json' }
    const clientRequest = request(address, { method, headers }, (response) => {
      let bytes = 0
      let envelope = ''
      response.on('data', (chunk: Buffer) => {
        if (bytes === 0) envelope = chunk.toString('utf8', 0, 100)
        bytes += chunk.length
      })
      const statusOf = () => Number(/^\{"status":(-\d+)/.exec(envelope)?.[1] ?? response.statusCode ?? 0)
      response.on('close', () => resolve({ status: statusOf(), bytes }))
    })
    clientRequest.on('error', () => resolve({ status: 0, bytes: 0 }))
    clientRequest.end(JSON.stringify(body))
  })
}

function statusesOf(calls: readonly Call[]): string {
  const counts = Map.groupBy(calls, ({ status }) => status)
  return [...counts].map(([status, those]) => `${those.length} x ${status || 'no answer'}`).join(', ')
}

const resetPeak = (pid: number): Promise<void> => writeFile(`/proc/${pid}/clear_refs`, '5')

async function peakOf(pid: number): Promise<string> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => null)
  if (status === null) return 'unknown: the process ended'
  return mb(Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * KiB)
}

async function databaseSize(pool: ReturnType<typeof openPool>): Promise<Bytes> {
  const { rows } = await pool.query<{ size: number }>('select pg_database_size(current_database()) as size')
  return rows[0]?.size ?? 0
}

const mb = (bytes: Bytes): string => `${(bytes / MiB).toFixed(0)} MB`
