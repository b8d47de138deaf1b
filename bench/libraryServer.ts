import { readFile, readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { KiB, type Bytes, type Millis } from '#kit/units.ts'
import { findRunning } from '#platform/db/embedded/findRunning.ts'
import { openPool } from '#platform/db/pool.ts'
import { type Running, partsOf } from '#test/running/startEarshot.ts'
import { sendTo } from '#test/world/sendTo.ts'
import { client } from '#kit/client.ts'
import { filesContract } from '#features/files/contract.ts'
import { verdictOn } from './verdictOn.ts'

/** CPU time in ms that the server may spend on an unchanged list. */
const UNCHANGED = { target: 5, limit: 15 }
const QUIET = 150

type Cost = { took: Millis; cpu: Millis }
type Server = { running: Running; dataDir: string; userId: string; token: string }
type Call = {
  name: string
  path: string
  rounds: number
  sql: { text: string; values: unknown[] }
  before?: () => Promise<unknown>
}

/**
 * Measures the lists of a large library on the server, compared with a plain query of the same rows from this process:
 * milliseconds until the last byte, CPU time of the API process, and bytes on the wire. Returns true when the limit holds.
 */
export async function measureServer({ running, dataDir, userId, token }: Server): Promise<boolean> {
  const [api] = (await partsOf(running, dataDir)).api
  const pool = openPool((await findRunning(dataDir)) ?? '', { use: 'worker', connections: 1 })
  const headers = { authorization: `bearer ${token}`, 'accept-encoding': 'zstd' }
  const files = client('files', filesContract, sendTo(running.url, { token }))
  const { stamp, files: newest } = (await files.page({ query: {} })).data
  const some = newest[20]?.id ?? ''
  const mine = 'from file where user_id = $1 order by start_time desc, file_id desc'
  const whole = { text: `select * ${mine}`, values: [userId] }
  const full = '/file/simple/web'
  const list = `file_id, filename, trashed_at, filetag_ids, scene, start_time, edit_time, duration_ms, has_transcript, has_summary, sound_deleted_at`
  const page = (most: number) => ({ text: `select ${list} ${mine} limit ${most}`, values: [userId] })
  const one = { text: `select ${list} from file where user_id = $1 and file_id = $2`, values: [userId, some] }
  let [since, names] = [stamp, 0]
  const rename = async () => {
    since = (await files.page({ query: { limit: 1 } })).data.stamp
    await files.change({ params: { id: some }, body: { filename: `Renamed ${(names += 1)}` } })
  }
  const calls: Call[] = [
    { name: 'the whole list', path: full, rounds: 8, sql: whole },
    { name: 'the list, unchanged', path: full, rounds: 200, sql: whole },
    { name: 'a page of 100', path: '/file/page?limit=100', rounds: 100, sql: page(100) },
    { name: 'a page of 1000', path: '/file/page?limit=1000', rounds: 40, sql: page(1000) },
    { name: 'changes after one change', path: '/file/changes?since=', rounds: 20, sql: one, before: rename },
  ]
  console.log('        ms  plain SQL  ratio    CPU ms   of SQL’s      KB')
  let holds = true
  for (const call of calls) {
    const isUnchanged = call.name.endsWith('unchanged')
    const held: Record<string, string> = isUnchanged
      ? { 'if-none-match': (await askRaw(`${running.url}/api${full}`, headers)).etag }
      : {}
    const ask = () => askRaw(`${running.url}/api${call.path}${call.before ? since : ''}`, { ...headers, ...held })
    let wire: Bytes = 0
    const want = isUnchanged ? 304 : 200
    const theirs = await cost(process.pid, Math.min(call.rounds, 20), () => pool.query(call.sql.text, call.sql.values))
    const ours = await cost(
      api ?? 0,
      call.rounds,
      async () => {
        const { status, onTheWire } = await ask()
        if (status !== want) throw new Error(`${call.path} answered ${status}, not ${want}`)
        wire = onTheWire
      },
      call.before,
    )
    print(call.name, ours, theirs, wire, isUnchanged)
    if (isUnchanged) holds = ours.cpu <= UNCHANGED.limit
  }
  await pool.end()
  return holds
}

function print(name: string, ours: Cost, theirs: Cost, wire: Bytes, isLimited: boolean): void {
  const ms = (n: Millis, width: number) => n.toFixed(n < 10 ? 2 : 1).padStart(width)
  const ratio = (a: number, b: number) => (a / b).toFixed(2)
  const limit = isLimited ? `  ${verdictOn(ours.cpu, UNCHANGED)} (limit ${UNCHANGED.limit} ms CPU)` : ''
  console.log(
    `${ms(ours.took, 10)} ${ms(theirs.took, 10)} ${ratio(ours.took, theirs.took).padStart(6)} ${ms(ours.cpu, 9)} ${ratio(ours.cpu, theirs.cpu).padStart(10)} ${(wire / KiB).toFixed(1).padStart(7)}  ${name}${limit}`,
  )
}

/** Returns the median duration of a call and the mean CPU time of the process for one call. `before` is not counted. */
async function cost(pid: number, rounds: number, call: () => Promise<unknown>, before?: () => Promise<unknown>): Promise<Cost> {
  for (let n = 0; n < 3; n++) await call()
  const times: Millis[] = []
  let cpu = 0
  for (let n = 0; n < rounds; n++) {
    if (before) {
      await before()
      // Wait until the work that a change causes on the server is finished.
      await new Promise((resolve) => setTimeout(resolve, QUIET))
    }
    if (before || n === 0) cpu -= await cpuOf(pid)
    const begun = performance.now()
    await call()
    times.push(performance.now() - begun)
    if (before || n === rounds - 1) cpu += await cpuOf(pid)
  }
  return { took: times.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0, cpu: cpu / rounds }
}

type RawAnswer = { status: number; etag: string; onTheWire: Bytes; took: Millis }

/** Sends a request and counts the bytes of the body as they arrive, compressed or not. The duration ends with the last byte. */
function askRaw(address: string, headers: Record<string, string>): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const begun = performance.now()
    const asked = request(address, { headers }, (answer) => {
      let onTheWire = 0
      answer.on('data', (bytes: Buffer) => (onTheWire += bytes.length))
      answer.on('error', reject)
      answer.on('end', () => {
        const { statusCode: status = 0, headers: said } = answer
        resolve({ status, etag: said.etag ?? '', onTheWire, took: performance.now() - begun })
      })
    })
    asked.on('error', reject)
    asked.end()
  })
}

const NANOS = 1e6

/** Returns the CPU time of a process so far, summed over its threads. Linux reports it in nanoseconds. */
async function cpuOf(pid: number): Promise<Millis> {
  const threads = await readdir(`/proc/${pid}/task`)
  const each = threads.map(async (thread) => {
    const told = await readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => '0')
    return Number(told.split(' ')[0])
  })
  return (await Promise.all(each)).reduce((sum, nanos) => sum + nanos, 0) / NANOS
}
