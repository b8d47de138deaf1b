import { describe, expect, it } from 'vitest'
import { refusalOf } from '#test/world/refusalOf.ts'
import { clientsOf } from '#test/world/user.ts'
import { world } from '#test/world/world.ts'

describe('GET /others/web-config (B§7)', () => {
  it('returns the upload limit in bytes, 500 MB by default (B§9), and 401 without a session', async () => {
    await using w = await world()
    const { upload } = await w.as()
    expect((await upload.webConfig({})).data).toEqual({ upload_limit_size: 500 * 1024 * 1024 })
    expect(await refusalOf(clientsOf(w.url, {}).upload.webConfig({}))).toMatchObject({ httpStatus: 401 })
  })
})
