import { describe, expect, it } from 'vitest'
import { createClients } from '#test/server/user.ts'
import { testServer } from '#test/server/testServer.ts'

describe('speech models', () => {
  it('belong to the caller', async () => {
    await using server = await testServer()
    const user = await server.user()
    expect((await user.speechModels.owner({})).data_user_id).toBe(user.id)
  })

  it('return 401 without a session (A§8)', async () => {
    await using server = await testServer()
    const stranger = createClients(server.url, {})
    await expect(stranger.speechModels.owner({})).rejects.toMatchObject({ httpStatus: 401 })
  })
})
