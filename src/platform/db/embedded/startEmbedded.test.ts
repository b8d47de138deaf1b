import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { executeSql, openDb } from '#platform/db/db.ts'
import { canAccess } from '#platform/db/embedded/chooseLocation.ts'
import { findNativeDir } from '#platform/db/embedded/findBinaries.ts'
import { createLog } from '#platform/log/log.ts'
import { restartDelay } from '#platform/db/embedded/supervisePostmaster.ts'
import { isPostmaster, listProcesses, readPostmasterFile } from '#platform/db/embedded/postmasterFile.ts'
import { isDatabaseUnavailable } from '#platform/db/errors.ts'
import {
  createCluster,
  embeddedDatabases,
  readNumbers,
  runStatements,
  startInOtherProcess,
} from '#test/server/embeddedDatabases.ts'

const { root, start } = embeddedDatabases()
/** True for root in a checkout that other accounts can read, which the test with another account needs. */
const canUseOtherAccount = process.getuid?.() === 0 && (await canAccess(findNativeDir(), { uid: 65_534, gid: 65_534 }))

/** A copy of the PostgreSQL package in a folder that only its owner may enter. Large parts are links. */
const inaccessiblePackage = async (): Promise<string> => {
  const [from, native] = [findNativeDir(), join(root, 'native')]
  await cp(join(from, 'bin'), join(native, 'bin'), { recursive: true })
  for (const entry of ['lib', 'share', 'pg-symlinks.json']) await symlink(join(from, entry), join(native, entry))
  return native
}

describe('startEmbedded, on one data folder', () => {
  const dataDir = join(root, 'data')
  const cluster = join(dataDir, 'postgres')

  beforeAll(() => createCluster(dataDir))

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

  it('logs statement errors, except those that callers expect: a taken name, a canceled call', async () => {
    let lines = ''
    const log = createLog({ level: 'info', destination: { write: (line: string) => void (lines += line) } })
    const embedded = await start(dataDir, { log })
    await expect(runStatements(embedded, 'insert into kept values (1)')).rejects.toMatchObject({ code: '23505' })
    await expect(runStatements(embedded, 'set statement_timeout = 1; select pg_sleep(9)')).rejects.toMatchObject({
      code: '57014',
    })
    await expect(runStatements(embedded, 'select * from missing')).rejects.toMatchObject({ code: '42P01' })
    await embedded.stop()
    expect(lines).toMatch(/ERROR: .*does not exist/)
    expect(lines).not.toMatch(/duplicate|canceling|42P01/)
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
    // A backend can keep serving for a while without its postmaster.
    for (let n = 2; n < 60 || failures.length === 0; n += 1) {
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
