import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAppServer } from '#app/server/createAppServer.ts'
import { readConfig } from '#platform/config/config.ts'
import { migrate } from '#platform/db/migrate.ts'
import { openPool } from '#platform/db/db.ts'
import { quietLog } from '#platform/log/log.ts'
import { scriptedSpeech } from '#platform/speech/scriptedSpeech.ts'
import { cloneDatabase, createDatabase, startTestCluster } from '#test/server/testCluster.ts'
import { createToneWav } from '#test/fixtures/sound/createToneWav.ts'
import { signUp, uploadRecording } from '#test/server/user.ts'

const FILES = 30
const CALLS = 400
const ROUNDS = 5

/**
 * Measures the cost of one call: the list of thirty recordings with contract, session check and store, compared with plain
 * node:http that returns the same rows with one query. The best of five alternating rounds counts.
 */
export async function run(): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'earshot-bench-'))
  const cluster = await startTestCluster(dir)
  const template = await createDatabase(cluster.adminUrl, 'bench_template')
  await migrate(template)
  const url = await cloneDatabase(cluster.adminUrl, 'bench_template', 'bench')
  const config = readConfig({
    PORT: '4397',
    DATA_DIR: join(dir, 'data'),
    DATABASE_URL: url,
    SIGN_UP: 'open',
    WELCOME: 'off',
    CALLS_PER_MINUTE: '0',
  })
  const server = await createAppServer(
    { config, databaseUrl: url, log: quietLog, checksReplies: false, supervise: false, webDir: null },
    { speech: scriptedSpeech() },
  )
  await server.start({ processJobs: false })
  await server.listen()
  const user = await signUp(config.publicUrl, 'bench')
  for (let n = 0; n < FILES; n++) await uploadRecording(user, createToneWav(1), { name: `Recording ${n}` })
  const pool = openPool(url, { use: 'api' })
  const referenceServer = createServer((_request, response) => {
    void pool.query('select * from file where user_id = $1 order by start_time desc limit 100', [user.id]).then(({ rows }) => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ status: 0, data_file_total: rows.length, data_file_list: rows }))
    })
  })
  await new Promise<void>((resolve) => referenceServer.listen(4398, '127.0.0.1', resolve))

  const headers = { authorization: `bearer ${user.token}` }
  const ours = () => secondsOf(`${config.publicUrl}/api/file/simple/web?limit=100`, headers)
  const theirs = () => secondsOf('http://127.0.0.1:4398/', {})
  let [best, reference] = [Infinity, Infinity]
  for (let round = 0; round < ROUNDS; round++) {
    reference = Math.min(reference, await theirs())
    best = Math.min(best, await ours())
  }
  const each = (seconds: number) => ((seconds / CALLS) * 1e6).toFixed(0)
  console.log(
    `  list of ${FILES}: ${each(best)} µs a call, bare node:http + pg ${each(reference)} µs, ratio ${(best / reference).toFixed(2)}`,
  )
  referenceServer.close()
  await pool.end()
  await server.close()
  await cluster.stop()
  await rm(dir, { recursive: true, force: true })
}

async function secondsOf(address: string, headers: Record<string, string>): Promise<number> {
  const start = performance.now()
  for (let n = 0; n < CALLS; n++) await (await fetch(address, { headers })).arrayBuffer()
  return (performance.now() - start) / 1000
}
