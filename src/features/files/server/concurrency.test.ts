import { describe, expect, it } from 'vitest'
import { Refused, Unreachable } from '#shared/client.ts'
import { executeSql } from '#platform/db/db.ts'
import { scriptedSpeech } from '#platform/speech/scriptedSpeech.ts'
import type { SpeechEngine } from '#platform/speech/speech.ts'
import { expectConsistentLibrary, seedRecordings } from '#test/server/library.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { createToneWav } from '#test/fixtures/sound/createToneWav.ts'
import { uploadRecording } from '#test/server/user.ts'
import { testServer } from '#test/server/testServer.ts'

/** Returns `count` of the ids from `from` on, in shuffled order. */
function shuffledIds(ids: readonly string[], from: number, count: number): string[] {
  const selected = Array.from({ length: count }, (_, n) => ids[(from + n) % ids.length]!)
  return selected
    .map((id, n) => ({ id, at: ((n + 1) * 7919 * (from + 1)) % 104_729 }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ id }) => id)
}

/** Returns the HTTP status of each call, 503 for an unreachable server. Any other error fails the test. */
async function statusesOf(calls: readonly Promise<unknown>[]): Promise<number[]> {
  const statuses = await Promise.allSettled(calls)
  return statuses.map((result) => {
    if (result.status === 'fulfilled') return 200
    if (result.reason instanceof Refused) return result.reason.httpStatus
    if (result.reason instanceof Unreachable) return 503
    throw result.reason
  })
}

describe('concurrent calls', () => {
  it('serializes trash, move, rename and delete of the same recordings and refuses none', async () => {
    await using w = await testServer()
    const user = await w.user()
    const { files, folders } = user
    const ids = await seedRecordings(w, user, 120)
    const [work, play] = await Promise.all(
      ['Work', 'Play'].map(async (name) => (await folders.create({ body: { name } })).data_filetag.id),
    )
    const calls = Array.from({ length: 6 }, (_, n) => [
      files.trash({ body: shuffledIds(ids, n * 17, 50) }),
      files.untrash({ body: shuffledIds(ids, n * 23, 50) }),
      folders.move({ body: { file_id_list: shuffledIds(ids, n * 11, 50), filetag_id: work! } }),
      folders.move({ body: { file_id_list: shuffledIds(ids, n * 31, 50), filetag_id: n % 2 ? play! : '' } }),
      files.change({ params: { id: ids[n * 9]! }, body: { filename: `Renamed ${n}`, filetag_id_list: [play!, work!] } }),
      files.change({ params: { id: ids[n * 9]! }, body: { trans_result: [], extra_data: { n } } }),
    ]).flat()
    expect(new Set(await statusesOf(calls))).toEqual(new Set([200]))
    await expectConsistentLibrary(user)
    const gone = [shuffledIds(ids, 0, 20), shuffledIds(ids, 10, 20), shuffledIds(ids, 60, 20)]
    const statuses = await statusesOf([
      ...gone.map((body) => files.remove({ query: {}, body })),
      ...Array.from({ length: 8 }, (_, n) =>
        folders.move({ body: { file_id_list: shuffledIds(ids, n * 13, 50), filetag_id: play! } }),
      ),
      ...Array.from({ length: 8 }, (_, n) => files.trash({ body: shuffledIds(ids, n * 19, 50) })),
    ])
    expect(statuses.every((code) => code === 200 || code === 404)).toBe(true)
    // Of the two overlapping deletions one succeeds; the third is independent.
    expect(statuses.slice(0, 2).toSorted()).toEqual([200, 404])
    expect(statuses[2]).toBe(200)
    expect((await files.simple({ query: {} })).data_file_total).toBe(80)
    await expectConsistentLibrary(user)
  })

  it('gives a name to one of twenty folders renamed to it and refuses the others', async () => {
    await using w = await testServer()
    const { folders } = await w.user()
    const results = []
    for (let n = 0; n < 20; n++) results.push((await folders.create({ body: { name: `Folder ${n}` } })).data_filetag.id)
    const statuses = await Promise.all(
      results.map((id) =>
        folders.change({ params: { id }, body: { name: 'Work' } }).then(
          () => 0,
          (error: Refused) => error.status,
        ),
      ),
    )
    expect(statuses.toSorted()).toEqual([...Array.from({ length: 19 }, () => -2), 0].toSorted())
    const names = (await folders.list({})).data_filetag_list.map(({ name }) => name)
    expect(names.filter((name) => name === 'Work')).toHaveLength(1)
    expect(names).toHaveLength(20)
  })

  it('refuses both renames when two folders swap their names', async () => {
    await using w = await testServer()
    const { folders } = await w.user()
    const [a, b] = [await folders.create({ body: { name: 'a' } }), await folders.create({ body: { name: 'b' } })]
    for (let n = 0; n < 5; n++) {
      const renames = [
        folders.change({ params: { id: a.data_filetag.id }, body: { name: 'b' } }),
        folders.change({ params: { id: b.data_filetag.id }, body: { name: 'a' } }),
      ]
      for (const refusal of await Promise.all(renames.map(expectRefusal))) expect(refusal.status).toBe(-2)
    }
    const names = new Map((await folders.list({})).data_filetag_list.map(({ id, name }) => [id, name]))
    expect([names.get(a.data_filetag.id), names.get(b.data_filetag.id)]).toEqual(['a', 'b'])
  })

  it('leaves no recording in a folder that is deleted while recordings are moved into it', async () => {
    await using w = await testServer()
    const user = await w.user()
    const ids = await seedRecordings(w, user, 60)
    const { id } = (await user.folders.create({ body: { name: 'Work' } })).data_filetag
    const move = (n: number) => user.folders.move({ body: { file_id_list: shuffledIds(ids, n * 7, 30), filetag_id: id } })
    const file = (n: number) => user.files.change({ params: { id: ids[n]! }, body: { filetag_id_list: [id] } })
    const statuses = await statusesOf([
      ...[0, 1, 2, 3].map(move),
      ...[0, 1, 2].map(file),
      user.folders.remove({ params: { id } }),
      ...[4, 5, 6, 7].map(move),
      ...[3, 4, 5].map(file),
      uploadRecording(user, createToneWav(2), { folders: [id] }),
    ])
    expect(statuses[7]).toBe(200)
    expect(statuses.filter((code) => code !== 200 && code !== 404)).toEqual([])
    const { data } = await user.files.page({ query: {} })
    expect(data.files.filter((row) => row.filetag_id_list.length > 0)).toEqual([])
    expect(data.counts.by_folder).toEqual({})
    expect((await user.folders.list({})).data_filetag_list).toEqual([])
    await expectConsistentLibrary(user)
  })

  it('does not recreate a recording that is deleted while its upload is confirmed again', async () => {
    await using w = await testServer()
    const user = await w.user()
    const sound = createToneWav(2)
    const { data } = await user.upload.presign({ body: { filesize: sound.length, file_type: 'MP3' } })
    const { headers } = await fetch(data.part_urls[0]!, { method: 'PUT', body: sound })
    const { upload_id, object_name } = data
    const parts = [{ Etag: headers.get('etag')!, PartNumber: 1 }]
    await user.upload.merge({ body: { upload_id, object_name, parts } })
    const confirm = () => user.upload.confirm({ body: { upload_id, object_name, file_type: 'MP3', filename: 'Twice' } })
    const results = await Promise.all([confirm(), confirm(), confirm()])
    const ids = new Set(results.map(({ data_file }) => data_file.id))
    expect(ids.size).toBe(1)
    const statuses = await statusesOf([confirm(), user.files.remove({ query: {}, body: [...ids] }), confirm(), confirm()])
    expect(statuses[1]).toBe(200)
    expect(await expectRefusal(confirm())).toBeInstanceOf(Refused)
    await w.waitForJobs()
    expect((await user.files.page({ query: {} })).data).toMatchObject({ files: [], counts: { all: 0, unorganized: 0 } })
    await expectConsistentLibrary(user)
  })

  it.each(['before', 'while'] as const)(
    'leaves nothing behind of a recording deleted %s its transcript is saved',
    async (when) => {
      const scripted = scriptedSpeech()
      let remove: (() => Promise<unknown>) | undefined
      let removed: Promise<unknown> | undefined
      const speech: SpeechEngine = {
        ...scripted,
        transcribe: async (...args) => {
          const transcript = await scripted.transcribe(...args)
          removed = remove?.()
          if (when === 'before') await removed
          return transcript
        },
      }
      await using w = await testServer({ speech })
      const user = await w.user()
      const [{ id }, kept] = [await w.uploadFile({ seconds: 12 }), await w.uploadFile({ seconds: 2 })]
      remove = () => user.files.remove({ query: {}, body: [id] })
      await user.generate.transsumm({ params: { id }, body: {} })
      await w.waitForJobs()
      await removed
      await w.waitForJobs()
      expect((await user.files.simple({ query: {} })).data_file_list.map((file) => file.id)).toEqual([kept.id])
      const remaining = await executeSql(w.ctx.db, 'select kind from file_result where file_id = $1', [id])
      expect(remaining.rows).toEqual([])
      await expectConsistentLibrary(user)
    },
  )

  it('leaves no row of an account that is deleted while its library is in use', async () => {
    await using w = await testServer()
    const [user, otherUser] = [await w.user('anna'), await w.user('ben')]
    const ids = await seedRecordings(w, user, 300)
    const otherIds = await seedRecordings(w, otherUser, 20)
    const { id } = (await user.folders.create({ body: { name: 'Work' } })).data_filetag
    const work = (n: number) => [
      user.files.trash({ body: shuffledIds(ids, n * 17, 50) }),
      user.folders.move({ body: { file_id_list: shuffledIds(ids, n * 11, 50), filetag_id: id } }),
      user.files.change({ params: { id: ids[n]! }, body: { filename: `Renamed ${n}`, filetag_id_list: [id] } }),
      user.files.changes({ query: { since: 'none' } }),
    ]
    const headers = { authorization: `Bearer ${user.token}` }
    const running = [0, 1, 2].flatMap(work)
    const deletion = w.server.app.inject({ method: 'DELETE', url: '/api/user/me', headers })
    const statuses = await statusesOf([...running, ...[3, 4, 5, 6].flatMap(work)])
    expect((await deletion).statusCode).toBe(200)
    expect(statuses.filter((code) => ![200, 401, 404].includes(code))).toEqual([])
    expect(await expectRefusal(user.files.simple({ query: {} }))).toMatchObject({ httpStatus: 401 })
    for (const table of ['file', 'library', 'file_change', 'library_count', 'folder']) {
      expect([table, (await executeSql(w.ctx.db, `select 1 from ${table} where user_id = $1`, [user.id])).rows]).toEqual([
        table,
        [],
      ])
    }
    await otherUser.files.trash({ body: otherIds.slice(0, 5) })
    await expectConsistentLibrary(otherUser)
  })
})
