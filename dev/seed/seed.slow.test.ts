import { execFile } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { Filename } from '#features/files/contract.ts'
import { createClients } from '#test/server/user.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'

describe('npm run seed library', () => {
  it('fills the library of a new account and adds to it on a second run', async () => {
    await using server = await testServer()
    const first = await seed(server, ['--files', '60', '--folders', '5', '--trash', '20', '--password', 'correct horse'])
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(first.stdout).toContain(`${server.url}/login`)
    const { files, folders } = await signIn(server)
    const { counts, files: rows } = (await files.page({ query: { limit: 100 } })).data
    expect(rows).toHaveLength(60)
    expect(counts.all + counts.trash).toBe(60)
    expect(counts.trash).toBeGreaterThan(0)
    expect(Object.keys(counts.by_scene).length).toBeGreaterThan(5)
    const { data_filetag_list } = await folders.list({})
    expect(data_filetag_list).toHaveLength(5)
    expect(Object.values(counts.by_folder).every((folderCount) => folderCount > 0)).toBe(true)
    expect(Object.keys(counts.by_folder).toSorted()).toEqual(data_filetag_list.map(({ id }) => id).toSorted())
    const secondRun = await seed(server, ['--files', '20', '--folders', '5', '--password', 'correct horse'])
    expect(secondRun).toMatchObject({ code: 0, stderr: '' })
    const countsAfter = (await files.page({ query: {} })).data.counts
    expect(countsAfter.all + countsAfter.trash).toBe(80)
    expect((await folders.list({})).data_filetag_list).toHaveLength(5)
  })

  it('uploads audio and a transcript for twelve recordings; the audio of the others is shown as deleted by a rule', async () => {
    await using server = await testServer()
    await seed(server, ['--files', '30', '--password', 'correct horse'])
    const { files } = await signIn(server)
    const { files: rows } = (await files.page({ query: {} })).data
    expect(rows.map(({ ori_ready }) => ori_ready)).toEqual(rows.map((_, index) => index < 12))
    const { data_file_list: fullFiles } = await files.list({ query: {}, body: rows.map(({ id }) => id) })
    expect(fullFiles[0]?.trans_result?.[0]?.content).toMatch(/best of times/)
    for (const file of fullFiles) {
      expect(Filename.parse(file.filename)).toBe(file.filename)
      expect(file.is_trans, file.filename).toBe((file.trans_result ?? []).length > 0)
      expect(file.is_summary, file.filename).toBe(file.ai_content !== '')
      expect(file.sound_deleted_at === null).toBe(file.ori_ready)
    }
    const { temp_url } = await files.tempUrl({ params: { id: rows[0]?.id ?? '' }, query: {} })
    expect((await fetch(temp_url)).status).toBe(200)
    await expect(files.tempUrl({ params: { id: rows[20]?.id ?? '' }, query: {} })).rejects.toMatchObject({ status: -7021 })
  })

  it('exits with 64 for an invalid option and with 69 for an account with another password', async () => {
    await using server = await testServer()
    expect(await seed(server, ['--files', '100001'])).toMatchObject({ code: 64 })
    await server.user('library')
    const takenAccount = await seed(server, ['--files', '1', '--password', 'a wrong password'])
    expect(takenAccount).toMatchObject({ code: 69, stdout: '' })
    expect(takenAccount.stderr).toContain('with a different password')
  })
})

async function signIn({ url }: TestServer) {
  const credentials: { token?: string } = {}
  const clients = createClients(url, credentials)
  const { data } = await clients.account.signIn({ body: { email: 'library@example.org', password: 'correct horse' } })
  credentials.token = data.access_token
  return clients
}

/** Runs the command on the database and folder of a test server. */
function seed({ config }: TestServer, args: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const env = { ...process.env, DATA_DIR: config.dataDir, DATABASE_URL: config.databaseUrl ?? '', PORT: String(config.port) }
  return new Promise((resolve) => {
    const command = ['--disable-warning=ExperimentalWarning', 'dev/seed.ts', 'library', ...args]
    execFile(process.execPath, command, { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    )
  })
}
