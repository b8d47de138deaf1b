import { readFile, readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { KiB, type Bytes, type Millis } from '#shared/units.ts'
import { findRunningUrl } from '#platform/db/embedded/postmaster.ts'
import { openPool } from '#platform/db/db.ts'
import { type RunningEarshot, findProcesses } from '#test/process/startEarshot.ts'
import { createSend } from '#test/server/createSend.ts'
import { client } from '#shared/client.ts'
import { filesContract } from '#features/files/contract.ts'
import { limitVerdict } from '../limitVerdict.ts'

/** CPU time in ms that the server may spend on an unchanged list. */
const UNCHANGED = { target: 5, limit: 15 }
const SETTLE_TIME = 150

type Cost = { duration: Millis; cpu: Millis }
type Server = { running: RunningEarshot; dataDir: string; userId: string; token: string }
type Call = {
  name: string
  path: string
  rounds: number
  sql: { text: string; values: unknown[] }
  before?: () => Promise<unknown>
}

/**
 * Measures the lists of a large library on the server, compared with a plain query of the same rows from this process: milliseconds
 * until the last byte, CPU time of the API process, and transferred bytes. Returns true when the limit holds.
 */
export async function measureServer({ running, dataDir, userId, token }: Server): Promise<boolean> {
  const [api] = (await findProcesses(running, dataDir)).api
  const pool = openPool((await findRunningUrl(dataDir)) ?? '', { use: 'worker', connections: 1 })
  const headers = { authorization: `bearer ${token}`, 'accept-encoding': 'zstd' }
  const files = client('files', filesContract, createSend(running.url, { token }))
  const { sync_token, files: newest } = (await files.page({ query: {} })).data
  const sampleId = newest[20]?.id ?? ''
  const fromClause = 'from file where user_id = $1 order by start_time desc, file_id desc'
  const wholeList = { text: `select * ${fromClause}`, values: [userId] }
  const full = '/file/simple/web'
  const list = `file_id, filename, trashed_at, filetag_ids, scene, start_time, edit_time, duration_ms, has_transcript, has_summary, sound_deleted_at`
  const page = (most: number) => ({ text: `select ${list} ${fromClause} limit ${most}`, values: [userId] })
  const one = { text: `select ${list} from file where user_id = $1 and file_id = $2`, values: [userId, sampleId] }
  let [since, renameCount] = [sync_token, 0]
  const rename = async () => {
    since = (await files.page({ query: { limit: 1 } })).data.sync_token
    await files.change({ params: { id: sampleId }, body: { filename: `Renamed ${(renameCount += 1)}` } })
  }
  const calls: Call[] = [
    { name: 'the whole list', path: full, rounds: 8, sql: wholeList },
    { name: 'the list, unchanged', path: full, rounds: 200, sql: wholeList },
    { name: 'a page of 100', path: '/file/page?limit=100', rounds: 100, sql: page(100) },
    { name: 'a page of 1000', path: '/file/page?limit=1000', rounds: 40, sql: page(1000) },
    { name: 'changes after one change', path: '/file/changes?since=', rounds: 20, sql: one, before: rename },
  ]
  console.log('        ms  plain SQL  ratio    CPU ms   of SQL’s      KB')
  let isWithinLimit = true
  for (const call of calls) {
    const isUnchanged = call.name.endsWith('unchanged')
    const cacheHeaders: Record<string, string> = isUnchanged
      ? { 'if-none-match': (await requestRaw(`${running.url}/api${full}`, headers)).etag }
      : {}
    const sendRequest = () =>
      requestRaw(`${running.url}/api${call.path}${call.before ? since : ''}`, { ...headers, ...cacheHeaders })
    let wireBytes: Bytes = 0
    const expectedStatus = isUnchanged ? 304 : 200
    const reference = await measureCost(process.pid, Math.min(call.rounds, 20), () => pool.query(call.sql.text, call.sql.values))
    const ours = await measureCost(
      api ?? 0,
      call.rounds,
      async () => {
        const { status, bytesOnWire } = await sendRequest()
        if (status !== expectedStatus) throw new Error(`${call.path} returned ${status}, not ${expectedStatus}`)
        wireBytes = bytesOnWire
      },
      call.before,
    )
    print(call.name, ours, reference, wireBytes, isUnchanged)
    if (isUnchanged) isWithinLimit = ours.cpu <= UNCHANGED.limit
  }
  await pool.end()
  return isWithinLimit
}

function print(name: string, ours: Cost, reference: Cost, wireBytes: Bytes, isLimited: boolean): void {
  const ms = (n: Millis, width: number) => n.toFixed(n < 10 ? 2 : 1).padStart(width)
  const ratio = (a: number, b: number) => (a / b).toFixed(2)
  const limit = isLimited ? `  ${limitVerdict(ours.cpu, UNCHANGED)} (limit ${UNCHANGED.limit} ms CPU)` : ''
  console.log(
    `${ms(ours.duration, 10)} ${ms(reference.duration, 10)} ${ratio(ours.duration, reference.duration).padStart(6)} ${ms(ours.cpu, 9)} ${ratio(ours.cpu, reference.cpu).padStart(10)} ${(wireBytes / KiB).toFixed(1).padStart(7)}  ${name}${limit}`,
  )
}

/** Returns the median duration of a call and the mean CPU time of the process per call. `before` is not measured. */
async function measureCost(
  pid: number,
  rounds: number,
  call: () => Promise<unknown>,
  before?: () => Promise<unknown>,
): Promise<Cost> {
  for (let n = 0; n < 3; n++) await call()
  const times: Millis[] = []
  let cpu = 0
  for (let n = 0; n < rounds; n++) {
    if (before) {
      await before()
      // Wait until the server has finished the work caused by a change.
      await new Promise((resolve) => setTimeout(resolve, SETTLE_TIME))
    }
    if (before || n === 0) cpu -= await cpuTimeOf(pid)
    const start = performance.now()
    await call()
    times.push(performance.now() - start)
    if (before || n === rounds - 1) cpu += await cpuTimeOf(pid)
  }
  return { duration: times.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0, cpu: cpu / rounds }
}

type RawResponse = { status: number; etag: string; bytesOnWire: Bytes; duration: Millis }

/** Sends a request and counts the bytes of the body as they arrive, compressed or not. The duration ends with the last byte. */
function requestRaw(address: string, headers: Record<string, string>): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const start = performance.now()
    const clientRequest = request(address, { headers }, (response) => {
      let bytesOnWire = 0
      response.on('data', (bytes: Buffer) => (bytesOnWire += bytes.length))
      response.on('error', reject)
      response.on('end', () => {
        const { statusCode: status = 0, headers: responseHeaders } = response
        resolve({ status, etag: responseHeaders.etag ?? '', bytesOnWire, duration: performance.now() - start })
      })
    })
    clientRequest.on('error', reject)
    clientRequest.end()
  })
}

const NANOS = 1e6

/** Returns the CPU time of a process so far, summed over its threads. Linux reports it in nanoseconds. */
async function cpuTimeOf(pid: number): Promise<Millis> {
  const threads = await readdir(`/proc/${pid}/task`)
  const threadTimes = threads.map(async (thread) => {
    const content = await readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => '0')
    return Number(content.split(' ')[0])
  })
  return (await Promise.all(threadTimes)).reduce((sum, nanos) => sum + nanos, 0) / NANOS
}
