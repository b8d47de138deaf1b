import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '#platform/clock/clock.ts'
import { executeSql, openDb } from '#platform/db/db.ts'
import { canAccess } from '#platform/db/embedded/chooseLocation.ts'
import { findNativeDir } from '#platform/db/embedded/findBinaries.ts'
import { restartDelay } from '#platform/db/embedded/supervisePostmaster.ts'
import { isPostmaster, listProcesses, readPostmasterFile } from '#platform/db/embedded/postmasterFile.ts'
import { startEmbedded, type Embedded, type EmbeddedOptions } from '#platform/db/embedded/startEmbedded.ts'
import { isDatabaseUnavailable } from '#platform/db/errors.ts'
import { quietLog } from '#platform/log/log.ts'

const root = await mkdtemp(join(tmpdir(), 'earshot-embedded-'))
const started: Embedded[] = []
/** True for root in a checkout that other accounts can read, which the test with another account needs. */
const canUseOtherAccount = process.getuid?.() === 0 && (await canAccess(findNativeDir(), { uid: 65_534, gid: 65_534 }))

const start = async (dataDir: string, options: Partial<EmbeddedOptions> = {}): Promise<Embedded> => {
  const embedded = await startEmbedded({ dataDir, log: quietLog, nonDurable: true, ...options })
  started.push(embedded)
  return embedded
}

const waitUntil = async (condition: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await condition())) await systemClock.wait(10)
}

const readNumbers = async (embedded: Embedded): Promise<number[]> => {
  const db = openDb(embedded.url, { use: 'api' })
  try {
    return (await executeSql<{ n: number }>(db, 'select n from kept order by n')).rows.map((row) => row.n)
  } finally {
    await db.destroy()
  }
}

const runStatements = async (embedded: Embedded, ...statements: string[]): Promise<void> => {
  const db = openDb(embedded.url, { use: 'worker' })
  for (const statement of statements) await executeSql(db, statement)
  await db.destroy()
}

/** A copy of the PostgreSQL package in a folder that only its owner may enter. Large parts are links. */
const inaccessiblePackage = async (): Promise<string> => {
  const [from, native] = [findNativeDir(), join(root, 'native')]
  await cp(join(from, 'bin'), join(native, 'bin'), { recursive: true })
  for (const entry of ['lib', 'share', 'pg-symlinks.json']) await symlink(join(from, entry), join(native, entry))
  return native
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

/** Starts another process that runs PostgreSQL on `dataDir` and prints the result. */
const startInOtherProcess = async (dataDir: string): Promise<{ child: ChildProcess; output: string }> => {
  const code = `
    import { startEmbedded } from '#platform/db/embedded/startEmbedded.ts'
    import { quietLog } from '#platform/log/log.ts'
    const stay = setInterval(() => {}, 1000)
    try {
      console.log((await startEmbedded({ dataDir: process.argv[1], log: quietLog, nonDurable: true })).pid())
    } catch (error) {
      console.log(error.kind + ' ' + error.message)
      clearInterval(stay)
    }`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  const output = await new Promise<string>((resolve) =>
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim())),
  )
  return { child, output }
}

afterEach(async () => {
  for (const embedded of started.splice(0)) await embedded.stop()
})
afterAll(async () => {
  await rm(root, { recursive: true, force: true })
})

describe('startEmbedded, on one data folder', () => {
  const dataDir = join(root, 'data')
  const cluster = join(dataDir, 'postgres')

  beforeAll(async () => {
    const embedded = await startEmbedded({ dataDir, log: quietLog, nonDurable: true })
    await runStatements(embedded, 'create table kept (n int primary key)', 'insert into kept values (1)')
    await embedded.stop()
  })

  it('starts an existing cluster, on a socket only, with UTC and UTF-8', async () => {
    const embedded = await start(dataDir)
    expect(await readNumbers(embedded)).toEqual([1])
    expect((await readPostmasterFile(cluster))?.pid).toBe(embedded.pid())
    const db = openDb(embedded.url, { use: 'api' })
    const names = ['listen_addresses', 'TimeZone', 'server_encoding', 'max_parallel_workers_per_gather', 'statement_timeout']
    const { rows } = await executeSql<{ v: string }>(db, 'select current_setting(n) v from unnest($1::text[]) n', [names])
    await db.destroy()
    expect(rows.map((row) => row.v)).toEqual(['', 'UTC', 'UTF8', '0', '30s'])
    expect((await stat(cluster)).mode & 0o777).toBe(0o700)
    expect((await stat(join(dataDir, 'run'))).mode & 0o777).toBe(0o700)
  })

  it.runIf(process.platform === 'linux')(
    'runs in its own session, so that Ctrl-C does not stop it before the requests under way',
    async () => {
      const embedded = await start(dataDir)
      const fields = (await readFile(`/proc/${embedded.pid()}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? []
      const [, , group, session] = fields.map(Number)
      expect([group, session]).toEqual([embedded.pid(), embedded.pid()])
    },
  )

  it('stops cleanly: no process and no postmaster.pid is left', async () => {
    const embedded = await start(dataDir)
    const pid = embedded.pid() ?? 0
    expect(await isPostmaster(pid, cluster)).toBe(true)
    await embedded.stop()
    expect(await listProcesses(cluster)).toEqual([])
    expect(existsSync(join(cluster, 'postmaster.pid'))).toBe(false)
    expect(embedded.pid()).toBeNull()
  })

  it('rejects a second start, in this process or another, and does not touch the data', async () => {
    const embedded = await start(dataDir)
    await expect(start(dataDir)).rejects.toMatchObject({ kind: 'already-running' })
    const { output } = await startInOtherProcess(dataDir)
    expect(output).toMatch(/^already-running Earshot is already running on /)
    expect(await isPostmaster(embedded.pid() ?? 0, cluster)).toBe(true)
    expect(await readNumbers(embedded)).toEqual([1])
  })

  it('restarts after kill -9 of the postmaster under writes: the pool recovers and every acknowledged row is there', async () => {
    const embedded = await start(dataDir, { nonDurable: false })
    const db = openDb(embedded.url, { use: 'api' })
    const first = embedded.pid() ?? 0
    const crashes: string[] = []
    embedded.onCrash((why) => crashes.push(why))
    const restarted = new Promise<void>((resolve) => embedded.onReady(resolve))
    const acknowledged: number[] = [1]
    const failures: unknown[] = []
    for (let n = 2; n < 60; n += 1) {
      if (n === 30) process.kill(first, 'SIGKILL')
      await executeSql(db, 'insert into kept values ($1)', [n]).then(
        () => acknowledged.push(n),
        (error: unknown) => failures.push(error),
      )
      if (failures.length > 0) await restarted
    }
    expect(crashes).toHaveLength(1)
    expect(failures.length).toBeGreaterThan(0)
    expect(failures.every(isDatabaseUnavailable)).toBe(true)
    expect(embedded.pid()).not.toBe(first)
    expect(acknowledged.length).toBeGreaterThan(50)
    expect(await readNumbers(embedded)).toEqual(expect.arrayContaining(acknowledged))
    await executeSql(db, 'delete from kept where n > 1')
    await db.destroy()
  })

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

  it('recovers after one of its backends was killed, which drops all connections', async () => {
    const embedded = await start(dataDir)
    const postmaster = embedded.pid()
    const db = openDb(embedded.url, { use: 'api' })
    const { rows } = await executeSql<{ pid: number }>(db, 'select pg_backend_pid() as pid')
    const restarted = new Promise<void>((resolve) => embedded.onReady(resolve))
    process.kill(rows[0]?.pid ?? 0, 'SIGKILL')
    await restarted
    expect(embedded.pid()).toBe(postmaster)
    expect((await executeSql(db, 'select 1 as one')).rows).toEqual([{ one: 1 }])
    await db.destroy()
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

  it('ignores a stale postmaster.pid whose pid belongs to another process', async () => {
    await writeFile(
      join(cluster, 'postmaster.pid'),
      `${process.pid}\n${cluster}\n0\n5432\n${join(dataDir, 'run')}\n\n0 0\nready\n`,
    )
    const embedded = await start(dataDir)
    expect(embedded.pid()).not.toBe(process.pid)
    expect(await readNumbers(embedded)).toEqual([1])
  })

  it('refuses a cluster of another major version and does not change it', async () => {
    const foreign = join(root, 'foreign', 'postgres')
    await mkdir(foreign, { recursive: true })
    await writeFile(join(foreign, 'PG_VERSION'), '15\n')
    await expect(start(join(root, 'foreign'))).rejects.toMatchObject({ kind: 'other-version' })
    expect(await readdir(foreign)).toEqual(['PG_VERSION'])
  })
})

describe('startEmbedded in unusual folders', () => {
  it('removes an interrupted initdb, and works in a folder whose path is too long for a socket', async () => {
    const dataDir = join(root, `with, a "comma" and ${'long '.repeat(20)}`)
    const leftover = join(dataDir, 'postgres.new-1234')
    await mkdir(leftover, { recursive: true })
    await writeFile(join(leftover, 'PG_VERSION'), '18\n')
    const embedded = await start(dataDir)
    const db = openDb(embedded.url, { use: 'api' })
    expect((await executeSql(db, 'select 1 as one')).rows).toEqual([{ one: 1 }])
    await db.destroy()
    expect(existsSync(leftover)).toBe(false)
    const socketDir = (await readPostmasterFile(join(dataDir, 'postgres')))?.socketDir ?? ''
    expect(socketDir).toMatch(/^\/tmp\/earshot-/)
    await embedded.stop()
    await rm(socketDir, { recursive: true })
  })

  it.runIf(canUseOtherAccount)(
    'runs under another account in its own folder when started as root without user namespaces, loosens no permission, and finds its data later',
    async () => {
      const dataDir = join(root, 'private')
      const elsewhere = await mkdtemp(join(tmpdir(), 'earshot-elsewhere-'))
      await chmod(elsewhere, 0o755)
      const native = await inaccessiblePackage()
      const withoutNamespaces = { native, elsewhere, namespaces: async () => await Promise.resolve(false) }
      const first = await start(dataDir, withoutNamespaces)
      expect((await stat(`/proc/${first.pid()}`)).uid).toBeGreaterThan(0)
      await runStatements(first, 'create table kept (n int)', 'insert into kept values (7)')
      await first.stop()
      expect((await stat(dataDir)).mode & 0o777).toBe(0o700)
      expect((await stat(dataDir)).uid).toBe(0)
      expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
      const restarted = await start(dataDir, { native, elsewhere })
      expect(await readNumbers(restarted)).toEqual([7])
      await restarted.stop()
      await rm(elsewhere, { recursive: true })
    },
  )

  it('waits longer after each failure, up to 30 seconds', () => {
    expect([0, 1, 2, 3, 4, 20].map(restartDelay)).toEqual([0, 0, 1000, 2000, 4000, 30_000])
  })
})
