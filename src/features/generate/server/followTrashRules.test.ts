import { describe, expect, it } from 'vitest'
import { days, hours } from '#kit/units.ts'
import { listIds, listTrashOwners } from '#features/files/server.ts'
import { executeSql } from '#platform/db/db.ts'
import { scriptedSpeech } from '#platform/speech/scripted.ts'
import { type World, world } from '#test/world/world.ts'
import { followTrashRules } from './followTrashRules.ts'

const keepFor = async (w: World, trash_days: number | null, name?: string) =>
  (await w.as(name)).me.changeSettings({ body: { trash_days } })

async function trashed(w: World, as?: string): Promise<string> {
  const { id } = await w.file({ seconds: 2, as })
  await (await w.as(as)).files.trash({ body: [id] })
  return id
}

/** Returns the ids of all recordings of a user, including those in the trash. Works after the session has expired. */
const idsOf = async (w: World, name?: string): Promise<string[]> => listIds(w.ground, (await w.as(name)).id)

/** Applies the rule and waits for the jobs it starts. */
async function follow(w: World): Promise<void> {
  await followTrashRules(w.ground)
  await w.settle()
}

describe('the retention of the trash', () => {
  it('keeps a recording for 29 days and 23 hours, and deletes it with its audio after 30 days', async () => {
    await using w = await world()
    const { files, id: userId } = await w.as()
    const [kept, dropped] = [(await w.file({ seconds: 2 })).id, await trashed(w)]
    const { temp_url } = await files.tempUrl({ params: { id: dropped }, query: {} })
    await w.settle()
    w.clock.pass(days(30) - hours(1))
    await follow(w)
    expect((await idsOf(w)).toSorted()).toEqual([kept, dropped].toSorted())
    const blob = await blobOf(w, dropped)
    expect(await w.ground.blobs.info(blob)).not.toBeNull()
    const told: string[] = []
    const stop = w.ground.live.listen(userId, ({ topic }) => told.push(topic))
    w.clock.pass(hours(1))
    await follow(w)
    stop()
    expect(await idsOf(w)).toEqual([kept])
    expect(await w.ground.blobs.info(blob)).toBeNull()
    expect((await fetch(temp_url)).ok).toBe(false)
    expect(told).toContain('files')
    expect(await listTrashOwners(w.ground)).toEqual([])
    const { rows } = await executeSql(
      w.ground.db,
      "select shelf, files::int as n from library_count where shelf in ('all', 'trash')",
    )
    expect(rows).toEqual(
      expect.arrayContaining([
        { shelf: 'all', n: 1 },
        { shelf: 'trash', n: 0 },
      ]),
    )
  })

  it('uses the days set by the owner, and does not affect other accounts', async () => {
    await using w = await world()
    await keepFor(w, 7)
    await keepFor(w, null, 'cleo')
    const [hers, his, ever] = [await trashed(w), await trashed(w, 'ben'), await trashed(w, 'cleo')]
    w.clock.pass(days(7) - hours(1))
    await follow(w)
    expect(await idsOf(w)).toEqual([hers])
    w.clock.pass(hours(1))
    await follow(w)
    expect([await idsOf(w), await idsOf(w, 'ben'), await idsOf(w, 'cleo')]).toEqual([[], [his], [ever]])
    w.clock.pass(days(4000))
    await follow(w)
    expect([await idsOf(w, 'ben'), await idsOf(w, 'cleo')]).toEqual([[], [ever]])
  })

  it('deletes nothing when the operator has set zero days', async () => {
    await using w = await world({ settings: { TRASH_DAYS: '0' } })
    const id = await trashed(w)
    w.clock.pass(days(400))
    await follow(w)
    expect(await idsOf(w)).toEqual([id])
  })

  it('keeps a recording restored in time, and restarts the count when it is trashed again', async () => {
    await using w = await world()
    const { files } = await w.as()
    await keepFor(w, 7)
    const [restored, again] = [await trashed(w), await trashed(w)]
    w.clock.pass(days(6))
    await files.untrash({ body: [restored, again] })
    await files.trash({ body: [again] })
    w.clock.pass(days(2))
    await follow(w)
    expect((await idsOf(w)).toSorted()).toEqual([restored, again].toSorted())
    w.clock.pass(days(5))
    await follow(w)
    expect(await idsOf(w)).toEqual([restored])
  })

  it('does not restart the count when a trashed recording is trashed again', async () => {
    await using w = await world()
    const { files } = await w.as()
    const id = await trashed(w)
    w.clock.pass(days(12))
    await files.trash({ body: [id, (await w.file({ seconds: 2 })).id] })
    w.clock.pass(days(1))
    await keepFor(w, 13)
    await follow(w)
    expect(await idsOf(w)).not.toContain(id)
    expect(await idsOf(w)).toHaveLength(1)
  })

  it('either deletes or keeps a recording that is restored at the same time, always completely', async () => {
    await using w = await world()
    const { files } = await w.as()
    await keepFor(w, 7)
    const ids: string[] = []
    for (let n = 0; n < 6; n++) ids.push(await trashed(w))
    const blobs = new Map<string, string>()
    for (const id of ids) blobs.set(id, await blobOf(w, id))
    w.clock.pass(days(7))
    const restoring = ids.map((id) =>
      files.untrash({ body: [id] }).then(
        () => true,
        () => false,
      ),
    )
    const [came] = await Promise.all([Promise.all(restoring), followTrashRules(w.ground)])
    await w.settle()
    const left = await idsOf(w)
    expect(left.toSorted()).toEqual(ids.filter((_, n) => came[n]).toSorted())
    for (const [id, blob] of blobs) expect((await w.ground.blobs.info(blob)) !== null).toBe(left.includes(id))
  })

  it('deletes more recordings than fit one batch', async () => {
    await using w = await world()
    const { id } = await w.file({ seconds: 2 })
    await copies(w, id, 450)
    await executeSql(w.ground.db, 'update file set trashed_at = $1 where file_id <> $2', [w.clock.now(), id])
    w.clock.pass(days(30))
    await follow(w)
    expect(await idsOf(w)).toEqual([id])
  })

  it('cancels active tasks of recordings that it deletes', async () => {
    await using w = await world({ speech: scriptedSpeech({ fate: () => 'hang' }) })
    const { files, generate } = await w.as()
    const { id } = await w.file({ seconds: 2 })
    await generate.transsumm({ params: { id }, body: {} })
    await files.trash({ body: [id] })
    w.clock.pass(days(30))
    await followTrashRules(w.ground)
    expect(await idsOf(w)).toEqual([])
    const { rows } = await executeSql(w.ground.db, 'select count(*)::int as n from task')
    expect(rows).toEqual([{ n: 0 }])
  })
})

async function blobOf(w: World, fileId: string): Promise<string> {
  const { rows } = await executeSql(w.ground.db, 'select blob_key from file where file_id = $1', [fileId])
  return (rows as { blob_key: string }[])[0]?.blob_key ?? ''
}

/** Inserts copies of a recording's row, without audio. */
const copies = (w: World, fileId: string, many: number) =>
  executeSql(
    w.ground.db,
    `insert into file select (jsonb_populate_record(f, jsonb_build_object(
       'file_id', lpad(n::text, 32, '0'), 'blob_key', 'sound/none/' || n))).*
     from file f, generate_series(1, ${many}) n where f.file_id = $1`,
    [fileId],
  )
