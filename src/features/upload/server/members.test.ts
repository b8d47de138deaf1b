import { describe, expect, it } from 'vitest'
import { begunUpload, mergedUpload } from '#test/world/begunUpload.ts'
import { giveTier } from '#test/world/giveTier.ts'
import { refusalOf } from '#test/world/refusalOf.ts'
import { tone } from '#test/world/tone.ts'
import { world } from '#test/world/world.ts'

const presign = { body: { filesize: 1000, file_type: 'MP3' } } as const

describe('membership needed for uploads (B§6)', () => {
  it.each(['backer', 'pro', 'starter', 'unlimited'] as const)('allows uploads with %s', async (tier) => {
    await using w = await world()
    const { id, upload, me } = await w.as()
    await giveTier(w, id, tier)
    expect((await upload.presign(presign)).data.part_urls).toHaveLength(1)
    expect((await me.me({})).data_user.membership_type).toBe(tier)
  })

  it('treats a user without a membership as a starter, who may upload', async () => {
    await using w = await world()
    const { upload } = await w.as()
    expect((await upload.presign(presign)).data.part_urls).toHaveLength(1)
  })

  it.each(['free', 'none'] as const)('refuses uploads with %s, status -13, and /user/me returns the membership', async (tier) => {
    await using w = await world()
    const { id, upload, me } = await w.as()
    await giveTier(w, id, tier)
    expect(await refusalOf(upload.presign(presign))).toMatchObject({ status: -13 })
    const { data_user, data_state } = await me.me({})
    expect(data_user).toMatchObject({ membership_type: tier, seconds_left: 0, seconds_total: 0 })
    expect(data_state).toMatchObject({ membership_type: tier, is_membership: 0 })
  })

  it('falls back to starter when a membership has ended', async () => {
    await using w = await world()
    const { id, upload } = await w.as()
    await giveTier(w, id, 'none', new Date(w.clock.now().getTime() + 1000).toISOString())
    w.clock.pass(2000)
    expect((await upload.presign(presign)).data.part_urls).toHaveLength(1)
  })

  it('lets uploads begun with a membership finish after it has ended', async () => {
    await using w = await world()
    const user = await w.as()
    const merged = await mergedUpload(user, tone(2))
    const begun = await begunUpload(user, tone(3))
    await giveTier(w, user.id, 'none')
    expect((await merged.confirm()).data_file.duration).toBe(2000)
    expect((await user.upload.resume({ params: { upload_id: begun.names.upload_id } })).data.state).toBe('open')
    await begun.merge()
    expect((await begun.confirm()).data_file.duration).toBe(3000)
  })

  it('keeps the recordings of a user without a membership accessible', async () => {
    await using w = await world()
    const kept = await w.file({ seconds: 2 })
    const { id, files } = await w.as()
    await giveTier(w, id, 'none')
    expect((await files.tempUrl({ params: { id: kept.id }, query: {} })).temp_url).toContain('/blob/object/')
  })
})
