import { describe, expect, it } from 'vitest'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { testServer } from '#test/server/testServer.ts'
import { MAX_COPY_LENGTH } from '../../contract.ts'
import { readCopy } from './storeVoicePrintCopy.ts'

describe('the encrypted copy of voice prints', () => {
  it('is replaced by the browser that knows its version, and deleted', async () => {
    await using server = await testServer()
    const { voicePrintCopy } = await server.user()
    expect((await voicePrintCopy.read({})).data).toBeNull()
    const save = (base_version: number, content: string) => voicePrintCopy.save({ body: { base_version, content } })
    const { data } = await save(0, 'one')
    expect(data.version).toBe(1)
    expect((await save(1, 'two')).data.version).toBe(2)
    for (const version of [0, 1, 3]) expect(await expectRefusal(save(version, 'three'))).toMatchObject({ status: -4090 })
    expect((await voicePrintCopy.read({})).data).toEqual({ version: 2, content: 'two', saved_time: data.saved_time })
    await voicePrintCopy.remove({})
    await voicePrintCopy.remove({})
    expect((await voicePrintCopy.read({})).data).toBeNull()
    expect(await expectRefusal(save(2, 'three'))).toMatchObject({ status: -4090 })
  })

  it('refuses texts that are too long or not in the format of the browser', async () => {
    await using server = await testServer()
    const { voicePrintCopy } = await server.user()
    for (const content of ['', 'a b', '<x>', 'a'.repeat(MAX_COPY_LENGTH + 1)])
      expect(await expectRefusal(voicePrintCopy.save({ body: { base_version: 0, content } }))).toMatchObject({ httpStatus: 422 })
    await voicePrintCopy.save({ body: { base_version: 0, content: 'a'.repeat(MAX_COPY_LENGTH) } })
  })

  it('belongs to one account, is in its personal data, and is deleted with it', async () => {
    await using server = await testServer()
    const user = await server.user()
    const { voicePrintCopy, id } = user
    await voicePrintCopy.save({ body: { base_version: 0, content: 'mine' } })
    const other = await server.user('ben')
    expect((await other.voicePrintCopy.read({})).data).toBeNull()
    expect(await expectRefusal(other.voicePrintCopy.save({ body: { base_version: 1, content: 'his' } }))).toMatchObject({
      status: -4090,
    })
    await other.voicePrintCopy.remove({})
    expect((await voicePrintCopy.read({})).data?.content).toBe('mine')
    await user.me.remove({})
    await server.waitForJobs()
    expect(await readCopy(server.ctx, id)).toBeUndefined()
  })
})
