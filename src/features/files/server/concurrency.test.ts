import { describe, expect, it } from 'vitest'
import { Refused, Unreachable } from '#kit/client.ts'
import { executeSql } from '#platform/db/db.ts'
import { scriptedSpeech } from '#platform/speech/scripted.ts'
import type { SpeechEngine } from '#platform/speech/speech.ts'
import { expectOneLibrary, seedLibrary } from '#test/world/library.ts'
import { refusalOf } from '#test/world/refusalOf.ts'
import { tone } from '#test/world/tone.ts'
import { uploadSound } from '#test/world/user.ts'
import { world } from '#test/world/world.ts'

/** Returns `count` of the ids from `from` on, in shuffled order. */
function some(ids: readonly string[], from: number, count: number): string[] {
  const chosen = Array.from({ length: count }, (_, n) => ids[(from + n) % ids.length]!)
  return chosen
    .map((id, n) => ({ id, at: ((n + 1) * 7919 * (from + 1)) % 104_729 }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ id }) => id)
}

/** Returns the HTTP status of each call, 503 for an unreachable server. Any other error fails the test. */
async function outcomes(calls: readonly Promise<unknown>[]): Promise<number[]> {
  const ended = await Promise.allSettled(calls)
  return ended.map((one) => {
    if (one.status === 'fulfilled') return 200
    if (one.reason instanceof Refused) return one.reason.httpStatus
    if (one.reason instanceof Unreachable) return 503
    throw one.reason
  })
}

describe('concurrent calls', () => {
  it('serializes trash, move, rename and delete of the same recordings and refuses none', async () => {
    await using w = await world()
    const anna = await w.as()
    const { files, folders } = anna
    const ids = await seedLibrary(w, anna, 120)
    const [work, play] = await Promise.all(
      ['Work', 'Play'].map(async (name) => (await folders.create({ body: { name } })).data_filetag.id),
    )
    const calls = Array.from({ length: 6 }, (_, n) => [
      files.trash({ body: some(ids, n * 17, 50) }),
      files.untrash({ body: some(ids, n * 23, 50) }),
      folders.move({ body: { file_id_list: some(ids, n * 11, 50), filetag_id: work! } }),
      folders.move({ body: { file_id_list: some(ids, n * 31, 50), filetag_id: n % 2 ? play! : '' } }),
      files.change({ params: { id: ids[n * 9]! }, body: { filename: `Renamed ${n}`, filetag_id_list: [play!, work!] } }),
      files.change({ params: { id: ids[n * 9]! }, body: { trans_result: [], extra_data: { n } } }),
    ]).flat()
    expect(new Set(await outcomes(calls))).toEqual(new Set([200]))
    await expectOneLibrary(anna)
    const gone = [some(ids, 0, 20), some(ids, 10, 20), some(ids, 60, 20)]
    const ended = await outcomes([
      ...gone.map((body) => files.remove({ query: {}, body })),
      ...Array.from({ length: 8 }, (_, n) => folders.move({ body: { file_id_list: some(ids, n * 13, 50), filetag_id: play! } })),
      ...Array.from({ length: 8 }, (_, n) => files.trash({ body: some(ids, n * 19, 50) })),
    ])
    expect(ended.every((code) => code === 200 || code === 404)).toBe(true)
    // Of the two overlapping deletions one succeeds; the third is independent.
    expect(ended.slice(0, 2).toSorted()).toEqual([200, 404])
    expect(ended[2]).toBe(200)
    expect((await files.simple({ query: {} })).data_file_total).toBe(80)
    await expectOneLibrary(anna)
  })

  it('gives a name to one of twenty folders renamed to it and refuses the others', async () => {
    await using w = await world()
    const { folders } = await w.as()
    const made = []
    for (let n = 0; n < 20; n++) made.push((await folders.create({ body: { name: `Folder ${n}` } })).data_filetag.id)
    const ended = await Promise.all(
      made.map((id) =>
        folders.change({ params: { id }, body: { name: 'Work' } }).then(
          () => 0,
          (error: Refused) => error.status,
        ),
      ),
    )
    expect(ended.toSorted()).toEqual([...Array.from({ length: 19 }, () => -2), 0].toSorted())
    const names = (await folders.list({})).data_filetag_list.map(({ name }) => name)
    expect(names.filter((name) => name === 'Work')).toHaveLength(1)
    expect(names).toHaveLength(20)
  })

  it('refuses both renames when two folders swap their names', async () => {
    await using w = await world()
    const { folders } = await w.as()
    const [a, b] = [await folders.create({ body: { name: 'a' } }), await folders.create({ body: { name: 'b' } })]
    for (let n = 0; n < 5; n++) {
      const swaps = [
        folders.change({ params: { id: a.data_filetag.id }, body: { name: 'b' } }),
        folders.change({ params: { id: b.data_filetag.id }, body: { name: 'a' } }),
      ]
      for (const refusal of await Promise.all(swaps.map(refusalOf))) expect(refusal.status).toBe(-2)
    }
    const names = new Map((await folders.list({})).data_filetag_list.map(({ id, name }) => [id, name]))
    expect([names.get(a.data_filetag.id), names.get(b.data_filetag.id)]).toEqual(['a', 'b'])
  })

  it('leaves no recording in a folder that is deleted while recordings are moved into it', async () => {
    await using w = await world()
    const anna = await w.as()
    const ids = await seedLibrary(w, anna, 60)
    const { id } = (await anna.folders.create({ body: { name: 'Work' } })).data_filetag
    const move = (n: number) => anna.folders.move({ body: { file_id_list: some(ids, n * 7, 30), filetag_id: id } })
    const file = (n: number) => anna.files.change({ params: { id: ids[n]! }, body: { filetag_id_list: [id] } })
    const ended = await outcomes([
      ...[0, 1, 2, 3].map(move),
      ...[0, 1, 2].map(file),
      anna.folders.remove({ params: { id } }),
      ...[4, 5, 6, 7].map(move),
      ...[3, 4, 5].map(file),
      uploadSound(anna, tone(2), { folders: [id] }),
    ])
    expect(ended[7]).toBe(200)
    expect(ended.filter((code) => code !== 200 && code !== 404)).toEqual([])
    const { data } = await anna.files.page({ query: {} })
    expect(data.files.filter((row) => row.filetag_id_list.length > 0)).toEqual([])
    expect(data.counts.by_folder).toEqual({})
    expect((await anna.folders.list({})).data_filetag_list).toEqual([])
    await expectOneLibrary(anna)
  })

  it('does not recreate a recording that is deleted while its upload is confirmed again', async () => {
    await using w = await world()
    const anna = await w.as()
    const sound = tone(2)
    const { data } = await anna.upload.presign({ body: { filesize: sound.length, file_type: 'MP3' } })
    const { headers } = await fetch(data.part_urls[0]!, { method: 'PUT', body: sound })
    const { upload_id, object_name } = data
    const parts = [{ Etag: headers.get('etag')!, PartNumber: 1 }]
    await anna.upload.merge({ body: { upload_id, object_name, parts } })
    const confirm = () => anna.upload.confirm({ body: { upload_id, object_name, file_type: 'MP3', filename: 'Twice' } })
    const made = await Promise.all([confirm(), confirm(), confirm()])
    const ids = new Set(made.map(({ data_file }) => data_file.id))
    expect(ids.size).toBe(1)
    const ended = await outcomes([confirm(), anna.files.remove({ query: {}, body: [...ids] }), confirm(), confirm()])
    expect(ended[1]).toBe(200)
    expect(await refusalOf(confirm())).toBeInstanceOf(Refused)
    await w.settle()
    expect((await anna.files.page({ query: {} })).data).toMatchObject({ files: [], counts: { all: 0, unorganized: 0 } })
    await expectOneLibrary(anna)
  })

  it.each(['before', 'while'] as const)(
    'leaves nothing behind of a recording deleted %s its transcript is saved',
    async (when) => {
      const scripted = scriptedSpeech()
      let remove: (() => Promise<unknown>) | undefined
      let removed: Promise<unknown> | undefined
      const speech: SpeechEngine = {
        ...scripted,
        transcribe: async (...asked) => {
          const heard = await scripted.transcribe(...asked)
          removed = remove?.()
          if (when === 'before') await removed
          return heard
        },
      }
      await using w = await world({ speech })
      const anna = await w.as()
      const [{ id }, kept] = [await w.file({ seconds: 12 }), await w.file({ seconds: 2 })]
      remove = () => anna.files.remove({ query: {}, body: [id] })
      await anna.generate.transsumm({ params: { id }, body: {} })
      await w.settle()
      await removed
      await w.settle()
      expect((await anna.files.simple({ query: {} })).data_file_list.map((file) => file.id)).toEqual([kept.id])
      const left = await executeSql(w.ground.db, 'select kind from file_result where file_id = $1', [id])
      expect(left.rows).toEqual([])
      await expectOneLibrary(anna)
    },
  )

  it('leaves no row of an account that is deleted while its library is in use', async () => {
    await using w = await world()
    const [anna, ben] = [await w.as('anna'), await w.as('ben')]
    const ids = await seedLibrary(w, anna, 300)
    const his = await seedLibrary(w, ben, 20)
    const { id } = (await anna.folders.create({ body: { name: 'Work' } })).data_filetag
    const work = (n: number) => [
      anna.files.trash({ body: some(ids, n * 17, 50) }),
      anna.folders.move({ body: { file_id_list: some(ids, n * 11, 50), filetag_id: id } }),
      anna.files.change({ params: { id: ids[n]! }, body: { filename: `Renamed ${n}`, filetag_id_list: [id] } }),
      anna.files.changes({ query: { since: 'none' } }),
    ]
    const headers = { authorization: `Bearer ${anna.token}` }
    const going = [0, 1, 2].flatMap(work)
    const removal = w.server.app.inject({ method: 'DELETE', url: '/api/user/me', headers })
    const ended = await outcomes([...going, ...[3, 4, 5, 6].flatMap(work)])
    expect((await removal).statusCode).toBe(200)
    expect(ended.filter((code) => ![200, 401, 404].includes(code))).toEqual([])
    expect(await refusalOf(anna.files.simple({ query: {} }))).toMatchObject({ httpStatus: 401 })
    for (const table of ['file', 'library', 'file_change', 'library_count', 'folder']) {
      expect([table, (await executeSql(w.ground.db, `select 1 from ${table} where user_id = $1`, [anna.id])).rows]).toEqual([
        table,
        [],
      ])
    }
    await ben.files.trash({ body: his.slice(0, 5) })
    await expectOneLibrary(ben)
  })
})
