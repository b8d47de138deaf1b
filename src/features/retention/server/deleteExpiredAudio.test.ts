import { describe, expect, it, vi } from 'vitest'
import { days, hours } from '#shared/units.ts'
import { scriptedSpeech } from '#platform/speech/scriptedSpeech.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'
import { deleteExpiredAudio } from './deleteExpiredAudio.ts'

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
    expect([(await readFile(server, activeId))?.sound_deleted_at, (await readFile(server, trashedId))?.sound_deleted_at]).toEqual(
      [nowSeconds, nowSeconds],
    )
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
      speech: scriptedSpeech({ chooseOutcome: (label) => (shouldFail || label === 'silent' ? 'silent' : 'hear') }),
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
    for (const id of [untranscribed, failed, transcribedBefore]) expect((await readFile(server, id))?.sound_deleted_at).toBeNull()
  })

  it('keeps the audio of a recording that is being transcribed again', async () => {
    let shouldHang = false
    await using server = await testServer({ speech: scriptedSpeech({ chooseOutcome: () => (shouldHang ? 'hang' : 'hear') }) })
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
    expect(await expectRefusal(restart)).toMatchObject({ status: -7021, refusal: 'soundGone' })
    expect(await generate.transsumm({ params: { id }, body: {} })).toMatchObject({ status: 1 })
  })
})
