import { describe, expect, it, vi } from 'vitest'
import { days, hours } from '#kit/units.ts'
import { scriptedSpeech } from '#platform/speech/scripted.ts'
import { refusalOf } from '#test/world/refusalOf.ts'
import { type World, world } from '#test/world/world.ts'
import { followSoundRules } from './followSoundRules.ts'

async function transcribed(w: World, options: { name?: string; as?: string } = {}): Promise<string> {
  const { id } = await w.file({ seconds: 12, ...options })
  await (await w.as(options.as)).generate.transsumm({ params: { id }, body: {} })
  await w.settle()
  return id
}

const keepFor = async (w: World, keep_audio_days: number | null, name?: string) =>
  (await w.as(name)).me.changeSettings({ body: { keep_audio_days } })

async function fileOf(w: World, id: string) {
  const [file] = (await (await w.as()).files.list({ query: {}, body: [id] })).data_file_list
  return file
}

/** Applies the rule and waits for the jobs it starts. */
async function follow(w: World): Promise<void> {
  await followSoundRules(w.ground)
  await w.settle()
}

describe('the retention of audio after transcription', () => {
  it('deletes the audio when the days have passed, checked every hour, and keeps the text', async () => {
    await using w = await world()
    const { files } = await w.as()
    await keepFor(w, 7)
    const id = await transcribed(w)
    const { temp_url } = await files.tempUrl({ params: { id }, query: {} })
    w.clock.pass(days(7) - hours(1))
    await follow(w)
    expect((await fileOf(w, id))?.sound_deleted_at).toBeNull()
    w.clock.pass(hours(1))
    const at = w.clock.now().getTime() / 1000
    await vi.waitFor(async () => expect((await fileOf(w, id))?.sound_deleted_at).toBe(at), { timeout: 10_000, interval: 50 })
    await w.settle()
    expect(await fileOf(w, id)).toMatchObject({ is_trans: true, is_summary: true, ori_ready: false })
    expect((await fileOf(w, id))?.trans_result?.length).toBeGreaterThan(0)
    expect((await fetch(temp_url)).ok).toBe(false)
    expect(await refusalOf(files.tempUrl({ params: { id }, query: {} }))).toMatchObject({ status: -7021 })
  })

  it('deletes the audio within an hour when the rule is zero days, also in the trash', async () => {
    await using w = await world()
    const { files } = await w.as()
    await keepFor(w, 0)
    const [kept, dropped] = [await transcribed(w), await transcribed(w)]
    await files.trash({ body: [dropped] })
    await follow(w)
    const at = w.clock.now().getTime() / 1000
    expect([(await fileOf(w, kept))?.sound_deleted_at, (await fileOf(w, dropped))?.sound_deleted_at]).toEqual([at, at])
  })

  it('keeps the audio without a rule, and does not affect other users', async () => {
    await using w = await world()
    const id = await transcribed(w)
    await keepFor(w, 0, 'ben')
    w.clock.pass(days(14))
    await follow(w)
    expect((await fileOf(w, id))?.sound_deleted_at).toBeNull()
  })

  it('keeps the audio of recordings that were never transcribed or whose transcription failed', async () => {
    let fails = false
    await using w = await world({
      speech: scriptedSpeech({ fate: (label) => (fails || label === 'silent' ? 'silent' : 'hear') }),
    })
    const { generate } = await w.as()
    await keepFor(w, 0)
    const never = (await w.file({ seconds: 5 })).id
    const failed = await transcribed(w, { name: 'silent' })
    const wasGood = await transcribed(w)
    fails = true
    // Two tasks with the same timestamp would have no defined order.
    w.clock.pass(1000)
    await generate.transsumm({ params: { id: wasGood }, body: { is_reload: 1 } })
    await w.settle()
    w.clock.pass(days(10))
    await follow(w)
    for (const id of [never, failed, wasGood]) expect((await fileOf(w, id))?.sound_deleted_at).toBeNull()
  })

  it('keeps the audio of a recording that is being transcribed again', async () => {
    let hangs = false
    await using w = await world({ speech: scriptedSpeech({ fate: () => (hangs ? 'hang' : 'hear') }) })
    const { generate } = await w.as()
    const id = await transcribed(w)
    hangs = true
    w.clock.pass(1000)
    await generate.transsumm({ params: { id }, body: { is_reload: 1 } })
    await keepFor(w, 0)
    w.clock.pass(days(10))
    await followSoundRules(w.ground)
    expect((await fileOf(w, id))?.sound_deleted_at).toBeNull()
    await generate.cancel({ params: { id } })
    await follow(w)
    expect((await fileOf(w, id))?.sound_deleted_at).toBeNull()
  })

  it('returns -7021 on a restart without audio, and still returns the saved results', async () => {
    await using w = await world()
    const { generate } = await w.as()
    await keepFor(w, 0)
    const id = await transcribed(w)
    await follow(w)
    const again = generate.transsumm({ params: { id }, body: { is_reload: 1 } })
    expect(await refusalOf(again)).toMatchObject({ status: -7021, refusal: 'soundGone' })
    expect(await generate.transsumm({ params: { id }, body: {} })).toMatchObject({ status: 1 })
  })
})
