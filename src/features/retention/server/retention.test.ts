import { describe, expect, it, vi } from 'vitest'
import { days, hours } from '#shared/units.ts'
import { listIds, listTrashOwners } from '#features/files/server.ts'
import { executeSql } from '#platform/db/db.ts'
import { scriptedSpeech } from '#platform/speech/scriptedSpeech.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'
import { emptyExpiredTrash, deleteExpiredAudio } from './retention.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'

const setRetention = async (server: TestServer, trash_days: number | null, name?: string) =>
  (await server.user(name)).me.changeSettings({ body: { trash_days } })

async function createTrashed(server: TestServer, as?: string): Promise<string> {
  const { id } = await server.uploadFile({ seconds: 2, user: as })
  await (await server.user(as)).files.trash({ body: [id] })
  return id
}

/** Returns the ids of all recordings of a user, including those in the trash. Works after the session has expired. */
const listFileIds = async (server: TestServer, name?: string): Promise<string[]> =>
  listIds(server.ctx, (await server.user(name)).id)

/** Applies the rule and waits for the jobs it starts. */
async function applyRule(server: TestServer): Promise<void> {
  await emptyExpiredTrash(server.ctx)
  await server.waitForJobs()
}

describe('the retention of the trash', () => {
  it('keeps a recording for 29 days and 23 hours, and deletes it with its audio after 30 days', async () => {
    await using server = await testServer()
    const { files, id: userId } = await server.user()
    const [activeId, trashedId] = [(await server.uploadFile({ seconds: 2 })).id, await createTrashed(server)]
    const { temp_url } = await files.tempUrl({ params: { id: trashedId }, query: {} })
    await server.waitForJobs()
    server.clock.advance(days(30) - hours(1))
    await applyRule(server)
    expect((await listFileIds(server)).toSorted()).toEqual([activeId, trashedId].toSorted())
    const blob = await findBlobKey(server, trashedId)
    expect(await server.ctx.blobs.info(blob)).not.toBeNull()
    const topics: string[] = []
    const unsubscribe = server.ctx.live.subscribeToAll(userId, ({ topic }) => topics.push(topic))
    server.clock.advance(hours(1))
    await applyRule(server)
    unsubscribe()
    expect(await listFileIds(server)).toEqual([activeId])
    expect(await server.ctx.blobs.info(blob)).toBeNull()
    expect((await fetch(temp_url)).ok).toBe(false)
    expect(topics).toContain('files')
    expect(await listTrashOwners(server.ctx)).toEqual([])
    const { rows } = await executeSql(
      server.ctx.db,
      "select list_view, files::int as n from library_count where list_view in ('all', 'trash')",
    )
    expect(rows).toEqual(
      expect.arrayContaining([
        { list_view: 'all', n: 1 },
        { list_view: 'trash', n: 0 },
      ]),
    )
  })

  it('uses the days set by the owner, and does not affect other accounts', async () => {
    await using server = await testServer()
    await setRetention(server, 7)
    await setRetention(server, null, 'cleo')
    const [userFile, otherFile, thirdFile] = [
      await createTrashed(server),
      await createTrashed(server, 'ben'),
      await createTrashed(server, 'cleo'),
    ]
    server.clock.advance(days(7) - hours(1))
    await applyRule(server)
    expect(await listFileIds(server)).toEqual([userFile])
    server.clock.advance(hours(1))
    await applyRule(server)
    expect([await listFileIds(server), await listFileIds(server, 'ben'), await listFileIds(server, 'cleo')]).toEqual([
      [],
      [otherFile],
      [thirdFile],
    ])
    server.clock.advance(days(4000))
    await applyRule(server)
    expect([await listFileIds(server, 'ben'), await listFileIds(server, 'cleo')]).toEqual([[], [thirdFile]])
  })

  it('deletes nothing when the operator has set zero days', async () => {
    await using server = await testServer({ settings: { TRASH_DAYS: '0' } })
    const id = await createTrashed(server)
    server.clock.advance(days(400))
    await applyRule(server)
    expect(await listFileIds(server)).toEqual([id])
  })

  it('keeps a recording restored in time, and restarts the count when it is trashed again', async () => {
    await using server = await testServer()
    const { files } = await server.user()
    await setRetention(server, 7)
    const [restored, trashedAgain] = [await createTrashed(server), await createTrashed(server)]
    server.clock.advance(days(6))
    await files.untrash({ body: [restored, trashedAgain] })
    await files.trash({ body: [trashedAgain] })
    server.clock.advance(days(2))
    await applyRule(server)
    expect((await listFileIds(server)).toSorted()).toEqual([restored, trashedAgain].toSorted())
    server.clock.advance(days(5))
    await applyRule(server)
    expect(await listFileIds(server)).toEqual([restored])
  })

  it('does not restart the count when a trashed recording is trashed again', async () => {
    await using server = await testServer()
    const { files } = await server.user()
    const id = await createTrashed(server)
    server.clock.advance(days(12))
    await files.trash({ body: [id, (await server.uploadFile({ seconds: 2 })).id] })
    server.clock.advance(days(1))
    await setRetention(server, 13)
    await applyRule(server)
    expect(await listFileIds(server)).not.toContain(id)
    expect(await listFileIds(server)).toHaveLength(1)
  })

  it('either deletes or keeps a recording that is restored at the same time, always completely', async () => {
    await using server = await testServer()
    const { files } = await server.user()
    await setRetention(server, 7)
    const ids: string[] = []
    for (let n = 0; n < 6; n++) ids.push(await createTrashed(server))
    const blobs = new Map<string, string>()
    for (const id of ids) blobs.set(id, await findBlobKey(server, id))
    server.clock.advance(days(7))
    const restorations = ids.map((id) =>
      files.untrash({ body: [id] }).then(
        () => true,
        () => false,
      ),
    )
    const [restoredResults] = await Promise.all([Promise.all(restorations), emptyExpiredTrash(server.ctx)])
    await server.waitForJobs()
    const remainingIds = await listFileIds(server)
    expect(remainingIds.toSorted()).toEqual(ids.filter((_, n) => restoredResults[n]).toSorted())
    for (const [id, blob] of blobs) expect((await server.ctx.blobs.info(blob)) !== null).toBe(remainingIds.includes(id))
  })

  it('deletes more recordings than fit one batch', async () => {
    await using server = await testServer()
    const { id } = await server.uploadFile({ seconds: 2 })
    await insertCopies(server, id, 450)
    await executeSql(server.ctx.db, 'update file set trashed_at = $1 where file_id <> $2', [server.clock.now(), id])
    server.clock.advance(days(30))
    await applyRule(server)
    expect(await listFileIds(server)).toEqual([id])
  })

  it('cancels active tasks of recordings that it deletes', async () => {
    await using server = await testServer({ speech: scriptedSpeech({ chooseOutcome: () => 'hang' }) })
    const { files, generate } = await server.user()
    const { id } = await server.uploadFile({ seconds: 2 })
    await generate.transsumm({ params: { id }, body: {} })
    await files.trash({ body: [id] })
    server.clock.advance(days(30))
    await emptyExpiredTrash(server.ctx)
    expect(await listFileIds(server)).toEqual([])
    const { rows } = await executeSql(server.ctx.db, 'select count(*)::int as n from task')
    expect(rows).toEqual([{ n: 0 }])
  })
})

async function findBlobKey(server: TestServer, fileId: string): Promise<string> {
  const { rows } = await executeSql(server.ctx.db, 'select blob_key from file where file_id = $1', [fileId])
  return (rows as { blob_key: string }[])[0]?.blob_key ?? ''
}

/** Inserts copies of a recording's row, without audio. */
const insertCopies = (server: TestServer, fileId: string, count: number) =>
  executeSql(
    server.ctx.db,
    `insert into file select (jsonb_populate_record(f, jsonb_build_object(
       'file_id', lpad(n::text, 32, '0'), 'blob_key', 'sound/none/' || n))).*
     from file f, generate_series(1, ${count}) n where f.file_id = $1`,
    [fileId],
  )

describe('deleteExpiredAudio', () => {
  async function createTranscribed(server: TestServer, options: { name?: string; as?: string } = {}): Promise<string> {
    const { id } = await server.uploadFile({ seconds: 12, ...options })
    await (await server.user(options.as)).generate.transsumm({ params: { id }, body: {} })
    await server.waitForJobs()
    return id
  }

  const setRetention = async (server: TestServer, keep_audio_days: number | null, name?: string) =>
    (await server.user(name)).me.changeSettings({ body: { keep_audio_days } })

  async function readFile(server: TestServer, id: string) {
    const [file] = (await (await server.user()).files.list({ query: {}, body: [id] })).data_file_list
    return file
  }

  /** Applies the rule and waits for the jobs it starts. */
  async function applyRule(server: TestServer): Promise<void> {
    await deleteExpiredAudio(server.ctx)
    await server.waitForJobs()
  }

  describe('the retention of audio after transcription', () => {
    it('deletes the audio when the days have passed, checked every hour, and keeps the text', async () => {
      await using server = await testServer()
      const { files } = await server.user()
      await setRetention(server, 7)
      const id = await createTranscribed(server)
      const { temp_url } = await files.tempUrl({ params: { id }, query: {} })
      server.clock.advance(days(7) - hours(1))
      await applyRule(server)
      expect((await readFile(server, id))?.sound_deleted_at).toBeNull()
      server.clock.advance(hours(1))
      const nowSeconds = server.clock.now().getTime() / 1000
      await vi.waitFor(async () => expect((await readFile(server, id))?.sound_deleted_at).toBe(nowSeconds), {
        timeout: 10_000,
        interval: 50,
      })
      await server.waitForJobs()
      expect(await readFile(server, id)).toMatchObject({ is_trans: true, is_summary: true, ori_ready: false })
      expect((await readFile(server, id))?.trans_result?.length).toBeGreaterThan(0)
      expect((await fetch(temp_url)).ok).toBe(false)
      expect(await expectRefusal(files.tempUrl({ params: { id }, query: {} }))).toMatchObject({ status: -7021 })
    })

    it('deletes the audio within an hour when the rule is zero days, also in the trash', async () => {
      await using server = await testServer()
      const { files } = await server.user()
      await setRetention(server, 0)
      const [activeId, trashedId] = [await createTranscribed(server), await createTranscribed(server)]
      await files.trash({ body: [trashedId] })
      await applyRule(server)
      const nowSeconds = server.clock.now().getTime() / 1000
      expect([
        (await readFile(server, activeId))?.sound_deleted_at,
        (await readFile(server, trashedId))?.sound_deleted_at,
      ]).toEqual([nowSeconds, nowSeconds])
    })

    it('keeps the audio without a rule, and does not affect other users', async () => {
      await using server = await testServer()
      const id = await createTranscribed(server)
      await setRetention(server, 0, 'ben')
      server.clock.advance(days(14))
      await applyRule(server)
      expect((await readFile(server, id))?.sound_deleted_at).toBeNull()
    })

    it('keeps the audio of recordings that were never transcribed or whose transcription failed', async () => {
      let shouldFail = false
      await using server = await testServer({
        speech: scriptedSpeech({ chooseOutcome: (label) => (shouldFail || label === 'silent' ? 'silent' : 'transcribe') }),
      })
      const { generate } = await server.user()
      await setRetention(server, 0)
      const untranscribed = (await server.uploadFile({ seconds: 5 })).id
      const failed = await createTranscribed(server, { name: 'silent' })
      const transcribedBefore = await createTranscribed(server)
      shouldFail = true
      // Two tasks with the same timestamp would have no defined order.
      server.clock.advance(1000)
      await generate.transsumm({ params: { id: transcribedBefore }, body: { is_reload: 1 } })
      await server.waitForJobs()
      server.clock.advance(days(10))
      await applyRule(server)
      for (const id of [untranscribed, failed, transcribedBefore])
        expect((await readFile(server, id))?.sound_deleted_at).toBeNull()
    })

    it('keeps the audio of a recording that is being transcribed again', async () => {
      let shouldHang = false
      await using server = await testServer({
        speech: scriptedSpeech({ chooseOutcome: () => (shouldHang ? 'hang' : 'transcribe') }),
      })
      const { generate } = await server.user()
      const id = await createTranscribed(server)
      shouldHang = true
      server.clock.advance(1000)
      await generate.transsumm({ params: { id }, body: { is_reload: 1 } })
      await setRetention(server, 0)
      server.clock.advance(days(10))
      await deleteExpiredAudio(server.ctx)
      expect((await readFile(server, id))?.sound_deleted_at).toBeNull()
      await generate.cancel({ params: { id } })
      await applyRule(server)
      expect((await readFile(server, id))?.sound_deleted_at).toBeNull()
    })

    it('returns -7021 on a restart without audio, and still returns the saved results', async () => {
      await using server = await testServer()
      const { generate } = await server.user()
      await setRetention(server, 0)
      const id = await createTranscribed(server)
      await applyRule(server)
      const restart = generate.transsumm({ params: { id }, body: { is_reload: 1 } })
      expect(await expectRefusal(restart)).toMatchObject({ status: -7021, refusal: 'audioDeleted' })
      expect(await generate.transsumm({ params: { id }, body: {} })).toMatchObject({ status: 1 })
    })
  })
})
