import { describe, expect, it } from 'vitest'
import { isRefused } from '#shared/client.ts'
import { executeSql } from '#platform/db/db.ts'
import { scriptedSpeech } from '#platform/speech/scriptedSpeech.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { readMembership } from '#features/membership/server.ts'
import { setMembershipTier } from '#test/server/setMembershipTier.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'
import { useMinutes } from '#test/server/useMinutes.ts'
import { resumeTasks } from './resumeTasks.ts'

const MONTH = 18_000
const broken = () => scriptedSpeech({ chooseOutcome: () => 'die' })

const secondsLeft = async (server: TestServer) => (await readMembership(server.ctx, (await server.user()).id)).minutes.left
async function start(server: TestServer, id: string, body: { is_reload?: number; operate_type?: 'reTranscribe' } = {}) {
  const { generate } = await server.user()
  return await generate.transsumm({ params: { id }, body })
}

describe('starting a transcription without enough minutes (B§8: -1)', () => {
  it('is refused before anything is charged, and says how much is needed and left', async () => {
    await using server = await testServer()
    const { id: userId, generate } = await server.user()
    const { id } = await server.uploadFile({ seconds: 12 })
    await useMinutes(server, userId, MONTH - 11, 'before')
    const refusal = await expectRefusal(start(server, id))
    expect(isRefused(refusal, generate.transsumm, 'notEnoughMinutes')).toBe(true)
    expect(refusal).toMatchObject({ status: -1, body: { data: { seconds_needed: 12, seconds_left: 11 } } })
    expect((await generate.status({})).data_tasks).toEqual([])
    expect(await secondsLeft(server)).toBe(11)
  })

  it('is possible again with other minutes, and a summary alone never needs any (B§4)', async () => {
    await using server = await testServer()
    const { id: userId } = await server.user()
    const { id } = await server.uploadFile({ seconds: 12 })
    await start(server, id)
    await server.waitForJobs()
    await useMinutes(server, userId, await secondsLeft(server), 'the rest')
    await executeSql(server.ctx.db, `update task set stage = 'failed', status = -3`)
    server.clock.advance(1000)
    await start(server, id, { is_reload: 1 })
    await server.waitForJobs()
    expect((await start(server, id)).status).toBe(1)
    expect(await expectRefusal(start(server, id, { is_reload: 1, operate_type: 'reTranscribe' }))).toMatchObject({ status: -1 })
    await setMembershipTier(server, userId, 'unlimited')
    expect((await start(server, id, { is_reload: 1, operate_type: 'reTranscribe' })).status).toBe(0)
    await server.waitForJobs()
  })
})

describe('the minutes of a transcription', () => {
  it('are held while it is in progress, and come back when it is cancelled', async () => {
    await using server = await testServer({ runsJobs: false })
    const { generate } = await server.user()
    const { id } = await server.uploadFile({ seconds: 12 })
    await start(server, id)
    await start(server, id)
    expect(await secondsLeft(server)).toBe(MONTH - 12)
    await generate.cancel({ params: { id } })
    expect(await secondsLeft(server)).toBe(MONTH)
  })

  it('come back when it fails, with the code -6, and the next attempt is charged once', async () => {
    let isBroken = true
    const speech = scriptedSpeech({ chooseOutcome: () => (isBroken ? 'die' : 'transcribe') })
    await using server = await testServer({ speech })
    const { id } = await server.uploadFile({ seconds: 12 })
    await start(server, id)
    await server.waitForJobs()
    expect(await start(server, id)).toMatchObject({ status: -6 })
    expect(await secondsLeft(server)).toBe(MONTH)
    isBroken = false
    await start(server, id, { is_reload: 1 })
    await server.waitForJobs()
    expect(await secondsLeft(server)).toBe(MONTH - 12)
  })

  it('of an unlimited membership do not come back: the code is -5', async () => {
    await using server = await testServer({ speech: broken() })
    await setMembershipTier(server, (await server.user()).id, 'unlimited')
    const { id } = await server.uploadFile({ seconds: 12 })
    await start(server, id)
    await server.waitForJobs()
    expect(await start(server, id)).toMatchObject({ status: -5 })
  })

  it('come back when no speech was found (B§8: -7)', async () => {
    await using server = await testServer({ speech: scriptedSpeech({ chooseOutcome: () => 'silent' }) })
    const { id } = await server.uploadFile({ seconds: 12 })
    await start(server, id)
    await server.waitForJobs()
    expect(await start(server, id)).toMatchObject({ status: -7 })
    expect(await secondsLeft(server)).toBe(MONTH)
  })

  it('come back when the recording is deleted while it is in progress', async () => {
    await using server = await testServer({ runsJobs: false })
    const { files } = await server.user()
    const { id } = await server.uploadFile({ seconds: 12 })
    await start(server, id)
    await files.trash({ body: [id] })
    await files.remove({ query: {}, body: [id] })
    await resumeTasks(server.ctx)
    expect(await secondsLeft(server)).toBe(MONTH)
  })

  it('are not given back by the hourly check while the task is active', async () => {
    await using server = await testServer({ runsJobs: false })
    const { id } = await server.uploadFile({ seconds: 12 })
    await start(server, id)
    await resumeTasks(server.ctx)
    expect(await secondsLeft(server)).toBe(MONTH - 12)
  })
})
