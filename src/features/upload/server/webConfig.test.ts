import { describe, expect, it } from 'vitest'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { createClients } from '#test/server/user.ts'
import { testServer } from '#test/server/testServer.ts'

describe('GET /others/web-config (B§7)', () => {
  it('returns the upload limit in bytes, 500 MB by default (B§9), and 401 without a session', async () => {
    await using w = await testServer()
    const { upload } = await w.user()
    expect((await upload.webConfig({})).data).toEqual({ upload_limit_size: 500 * 1024 * 1024 })
    expect(await expectRefusal(createClients(w.url, {}).upload.webConfig({}))).toMatchObject({ httpStatus: 401 })
  })
})
