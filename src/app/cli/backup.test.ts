import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createAppServer } from '#app/server/createAppServer.ts'
import { FEATURES } from '#app/server/features.ts'
import { ACCOUNT_TABLE } from '#features/account/server.ts'
import { BackupError } from '#platform/backup/manifest.ts'
import { restoreBackup } from '#platform/backup/restoreBackup.ts'
import { writeBackup } from '#platform/backup/writeBackup.ts'
import { readConfig } from '#platform/config/config.ts'
import { createContext } from '#platform/createContext.ts'
import { executeSql } from '#platform/db/db.ts'
import { quietLog } from '#platform/log/log.ts'
import { scriptedSpeech } from '#platform/speech/scriptedSpeech.ts'
import { createFullAccount } from '#test/server/createFullAccount.ts'
import { findFreePort } from '#test/server/findFreePort.ts'
import { createDatabase, dropDatabase } from '#test/server/testCluster.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'
import { TestClock } from '#test/server/TestClock.ts'
import { createClients } from '#test/server/user.ts'
import { unzip } from '#test/server/unzip.ts'
import { spawnEarshot } from '#test/process/startEarshot.ts'
import { backupName } from './backup.ts'
import { prepareDatabase } from './start.ts'

async function run(command: string[], settings: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const { exited, output } = spawnEarshot(command, settings)
  return { code: await exited, output: output() }
}

const settingsOf = ({ config }: TestServer) => ({ DATABASE_URL: config.databaseUrl ?? '', DATA_DIR: config.dataDir })

/** Returns the files of an account archive. */
async function archiveOf(url: string, token: string): Promise<Map<string, Buffer>> {
  const { data } = await createClients(url, { token }).personalData.all({})
  return unzip(Buffer.from(await (await fetch(data.url)).arrayBuffer()))
}

let dir: string
const databases: string[] = []
beforeAll(async () => {
  dir = await mkdtemp(join(inject('cluster').dataDir, 'backup-'))
})
afterAll(async () => {
  for (const name of databases) await dropDatabase(inject('cluster').adminUrl, name)
  await rm(dir, { recursive: true })
})

/** Returns the settings of a server with a new data folder and an empty database. */
async function emptyTarget(): Promise<Record<string, string>> {
  const name = `backup_${databases.push('') - 1}_${dir.slice(-6).toLowerCase()}`
  databases[databases.length - 1] = name
  const settings = {
    DATABASE_URL: await createDatabase(inject('cluster').adminUrl, name),
    DATA_DIR: await mkdtemp(join(dir, 'data-')),
  }
  return { ...settings, PORT: String(await findFreePort()) }
}

/** Saves a server as `earshot backup` does, and returns the path. */
async function save({ ctx, config, clock }: TestServer): Promise<string> {
  const path = join(await mkdtemp(join(dir, 'saved-')), backupName(clock.now()))
  const options = { databaseUrl: config.databaseUrl ?? '', blobs: ctx.blobs, secretsDir: join(config.dataDir, 'secrets') }
  const derivedTables = FEATURES.flatMap((feature) => feature.derivedTables ?? [])
  await writeBackup(path, { ...options, derivedTables, earshot: '0.0.0', createdAt: clock.now() })
  return path
}

/** Restores a backup as `earshot restore` does. */
async function restoreInto(settings: Record<string, string>, path: string): Promise<void> {
  const config = readConfig(settings)
  const databaseUrl = config.databaseUrl ?? ''
  await using context = new AsyncDisposableStack()
  await restoreBackup(path, {
    databaseUrl,
    mayReset: false,
    accountTable: ACCOUNT_TABLE,
    secretsDir: join(config.dataDir, 'secrets'),
    afterRestore: FEATURES.flatMap(({ afterRestore }) => afterRestore ?? []),
    openBlobs: async () => {
      const { ctx, close } = await createContext({ config, databaseUrl, log: quietLog, supervise: false })
      context.defer(close)
      return ctx.blobs
    },
  })
  await prepareDatabase(databaseUrl, quietLog)
}

const serverOn = async (settings: Record<string, string>, clock: TestClock) => {
  const config = readConfig({ PLAN: 'starter', SIGN_UP: 'open', WELCOME: 'off', CALLS_PER_MINUTE: '0', ...settings })
  const options = {
    config,
    databaseUrl: config.databaseUrl ?? '',
    log: quietLog,
    checksReplies: true,
    supervise: false,
    webDir: null,
  }
  const server = await createAppServer(options, { clock, speech: scriptedSpeech() })
  const url = await server.listen()
  await server.start({ processJobs: true })
  return { ctx: server.ctx, url, [Symbol.asyncDispose]: () => server.close() }
}

describe('earshot backup and restore', () => {
  it('restore everything into an empty server: each account downloads the same bytes as before', async () => {
    await using server = await testServer()
    const account = await createFullAccount(server, 'lena')
    const other = await createFullAccount(server, 'tom')
    await server.waitForJobs()
    const before = await archiveOf(server.url, account.token)
    const [library] = (await executeSql<{ library_id: string }>(server.ctx.db, 'select library_id from library order by 1')).rows

    const saved = await run(['backup', dir], settingsOf(server))
    expect(saved).toMatchObject({ code: 0, output: expect.stringMatching(/earshot-[\d-]+\.tar\n$/) as string })
    const path = saved.output.trim().split('\n').at(-1) ?? ''
    const target = await emptyTarget()
    const restored = await run(['restore', path], target)
    expect(restored).toMatchObject({ code: 0, output: expect.stringMatching(/Restored \d+ rows and \d+ files/) as string })

    const clock = new TestClock()
    await using second = await serverOn(target, clock)
    for (const [{ token }, expected] of [
      [account, before],
      [other, await archiveOf(server.url, other.token)],
    ] as const) {
      const after = await archiveOf(second.url, token)
      expect([...after.keys()]).toEqual([...expected.keys()])
      expect(String(after.get('account.json'))).toBe(String(expected.get('account.json')))
      const differing = [...expected].filter(([name, bytes]) => !bytes.equals(after.get(name) ?? Buffer.of()))
      expect(differing.map(([name]) => name)).toEqual([])
    }
    const libraries = (await executeSql<{ library_id: string }>(second.ctx.db, 'select library_id from library')).rows
    expect(libraries).toHaveLength(2)
    expect(libraries.map(({ library_id: id }) => id)).not.toContain(library?.library_id)
  })

  it('make the recordings searchable again and continue the queued tasks', async () => {
    await using server = await testServer({ runsJobs: false })
    const { id } = await server.uploadFile({ name: 'Road' })
    const { generate, token } = await server.user()
    await generate.transsumm({ params: { id }, body: {} })
    const target = await emptyTarget()
    await restoreInto(target, await save(server))
    await using second = await serverOn(target, new TestClock())
    const clients = createClients(second.url, { token })
    await expect
      .poll(async () => (await clients.files.simple({ query: {} })).data_file_list[0]?.is_trans, {
        timeout: 20_000,
        interval: 100,
      })
      .toBe(true)
    await expect
      .poll(async () => (await clients.search.recordings({ body: { query: 'road' } })).data.recordings.length, {
        timeout: 20_000,
        interval: 100,
      })
      .toBe(1)
  })

  it('restore nothing into a database with accounts, and nothing from a damaged or incomplete file or one that is not a backup', async () => {
    await using server = await testServer()
    await server.uploadFile({ name: 'Road' })
    const path = await save(server)
    expect(await run(['restore', path], settingsOf(server))).toMatchObject({
      code: 65,
      output: expect.stringContaining('has accounts already') as string,
    })

    const target = await emptyTarget()
    const bytes = await readFile(path)
    const cases = {
      'short.tar': bytes.subarray(0, bytes.length - 4096),
      'half.tar': bytes.subarray(0, bytes.length / 2),
      'damaged.tar': Buffer.from(bytes).fill(7, 20_000, 21_000),
      'text.tar': Buffer.from('no backup'),
      'empty.tar': Buffer.of(),
    }
    for (const [name, content] of Object.entries(cases)) {
      await writeFile(join(dir, name), content)
      await expect(restoreInto(target, join(dir, name)), name).rejects.toThrow(BackupError)
    }
    // The failed attempts left nothing behind that would block this one.
    await restoreInto(target, path)
    expect(await run(['restore', join(dir, 'missing.tar')], target)).toMatchObject({ code: 66 })
    expect(await run(['restore'], target)).toMatchObject({ code: 64 })
  })

  it('keep the latest backups in a folder', async () => {
    await using server = await testServer()
    await server.user()
    const folder = await mkdtemp(join(dir, 'keep-'))
    const old = ['earshot-2020-01-01-000000.tar', 'earshot-2020-01-02-000000.tar', 'notes.txt']
    for (const name of old) await writeFile(join(folder, name), '')
    expect((await run(['backup', folder, '--keep', '2'], settingsOf(server))).code).toBe(0)
    const names = await readdir(folder)
    expect(names.toSorted()).toEqual([old[1], expect.stringMatching(/^earshot-20[^.]+\.tar$/), 'notes.txt'])
    expect(await run(['backup', folder, '--keep', '0'], settingsOf(server))).toMatchObject({ code: 64 })
    expect(await run(['backup', join(folder, 'notes.txt')], settingsOf(server))).toMatchObject({ code: 73 })
  })
})
