import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '#platform/clock/clock.ts'
import { executeSql, openDb } from '#platform/db/db.ts'
import { isPostmaster, listProcesses } from '#platform/db/embedded/postmasterFile.ts'
import { isDatabaseUnavailable } from '#platform/db/errors.ts'
import { createCluster, embeddedDatabases, readNumbers, startInOtherProcess } from '#test/server/embeddedDatabases.ts'

const { root, start } = embeddedDatabases()

const waitUntil = async (condition: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await condition())) await systemClock.wait(10)
}

/** Returns the pid of the guard shell of `owner`. */
const findGuard = async (owner: number): Promise<number> => {
  for (const name of (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry))) {
    const [status, line] = await Promise.all(
      ['status', 'cmdline'].map(async (file) => await readFile(`/proc/${name}/${file}`, 'utf8').catch(() => '')),
    )
    if (status?.includes(`PPid:\t${owner}\n`) && line?.includes('earshot-guard')) return Number(name)
  }
  throw new Error(`process ${owner} has no guard`)
}

describe('startEmbedded, when processes are killed', () => {
  const dataDir = join(root, 'data')
  const cluster = join(dataDir, 'postgres')

  beforeAll(() => createCluster(dataDir))

  it('can be stopped during recovery from a crash, and leaves no process behind', async () => {
    const embedded = await start(dataDir)
    const crashed = new Promise<string>((resolve) => embedded.onCrash(resolve))
    const db = openDb(embedded.url, { use: 'worker' })
    // A backend that never waits does not notice that its postmaster is gone.
    const busy = executeSql(db, 'do $$ begin loop end loop; end $$').catch(isDatabaseUnavailable)
    const looping = `select 1 from pg_stat_activity where state = 'active' and query like 'do %'`
    await waitUntil(async () => (await executeSql(db, looping)).rows.length === 1)
    process.kill(embedded.pid() ?? 0, 'SIGKILL')
    await crashed
    await embedded.stop()
    expect(await listProcesses(cluster)).toEqual([])
    expect(await busy).toBe(true)
    await db.destroy()
    expect(await readNumbers(await start(dataDir))).toEqual([1])
  })

  it('stops PostgreSQL cleanly after kill -9 of its owner', async () => {
    const { child, output } = await startInOtherProcess(dataDir)
    const pid = Number(output)
    expect(await isPostmaster(pid, cluster)).toBe(true)
    child.kill('SIGKILL')
    await waitUntil(async () => (await listProcesses(cluster)).length === 0)
    expect(existsSync(join(cluster, 'postmaster.pid'))).toBe(false)
  })

  it('takes over from a killed owner while its PostgreSQL is still running or stopping', async () => {
    const { child } = await startInOtherProcess(dataDir)
    child.kill('SIGKILL')
    await new Promise((resolve) => child.once('exit', resolve))
    const embedded = await start(dataDir)
    const isServing = async (): Promise<boolean> =>
      await readNumbers(embedded).then(
        (numbers) => numbers[0] === 1,
        () => false,
      )
    await waitUntil(isServing)
    expect(await isPostmaster(embedded.pid() ?? 0, cluster)).toBe(true)
  })

  it.runIf(process.platform === 'linux')(
    'takes over a PostgreSQL that lost its owner and its guard, and stops it in the end',
    async () => {
      const { child, output } = await startInOtherProcess(dataDir)
      const owner = child.pid ?? 0
      // Suspended first, so that it cannot replace its guard.
      process.kill(owner, 'SIGSTOP')
      process.kill(await findGuard(owner), 'SIGKILL')
      process.kill(owner, 'SIGKILL')
      await new Promise((resolve) => child.once('exit', resolve))
      const embedded = await start(dataDir)
      expect(embedded.pid()).toBe(Number(output))
      expect(await readNumbers(embedded)).toEqual([1])
      await embedded.stop()
      expect(await listProcesses(cluster)).toEqual([])
    },
  )

  it('replaces a killed guard, so that PostgreSQL is still stopped when its owner dies', async () => {
    const { child } = await startInOtherProcess(dataDir)
    const owner = child.pid ?? 0
    const first = await findGuard(owner)
    process.kill(first, 'SIGKILL')
    await waitUntil(
      async () =>
        await findGuard(owner).then(
          (pid) => pid !== first,
          () => false,
        ),
    )
    child.kill('SIGKILL')
    await waitUntil(async () => (await listProcesses(cluster)).length === 0)
    expect(existsSync(join(cluster, 'postmaster.pid'))).toBe(false)
  })

  it('starts after kill -9 of owner and postmaster together', async () => {
    const { child, output } = await startInOtherProcess(dataDir)
    child.kill('SIGKILL')
    process.kill(Number(output), 'SIGKILL')
    await new Promise((resolve) => child.once('exit', resolve))
    expect(await readNumbers(await start(dataDir))).toEqual([1])
  })
})
