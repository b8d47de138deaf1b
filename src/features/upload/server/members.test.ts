import { describe, expect, it } from 'vitest'
import { startUpload, startMergedUpload } from '#test/server/startUpload.ts'
import { setMembershipTier } from '#test/server/setMembershipTier.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { createToneWav } from '#test/fixtures/sound/createToneWav.ts'
import { testServer } from '#test/server/testServer.ts'

const presignInput = { body: { filesize: 1000, file_type: 'MP3' } } as const

describe('membership needed for uploads (B§6)', () => {
  it.each(['backer', 'pro', 'starter', 'unlimited'] as const)('allows uploads with %s', async (tier) => {
    await using w = await testServer()
    const { id, upload, me } = await w.user()
    await setMembershipTier(w, id, tier)
    expect((await upload.presign(presignInput)).data.part_urls).toHaveLength(1)
    expect((await me.me({})).data_user.membership_type).toBe(tier)
  })

  it('treats a user without a membership as a starter, who may upload', async () => {
    await using w = await testServer()
    const { upload } = await w.user()
    expect((await upload.presign(presignInput)).data.part_urls).toHaveLength(1)
  })

  it.each(['free', 'none'] as const)('refuses uploads with %s, status -13, and /user/me returns the membership', async (tier) => {
    await using w = await testServer()
    const { id, upload, me } = await w.user()
    await setMembershipTier(w, id, tier)
    expect(await expectRefusal(upload.presign(presignInput))).toMatchObject({ status: -13 })
    const { data_user, data_state } = await me.me({})
    expect(data_user).toMatchObject({ membership_type: tier, seconds_left: 0, seconds_total: 0 })
    expect(data_state).toMatchObject({ membership_type: tier, is_membership: 0 })
  })

  it('falls back to starter when a membership has ended', async () => {
    await using w = await testServer()
    const { id, upload } = await w.user()
    await setMembershipTier(w, id, 'none', new Date(w.clock.now().getTime() + 1000).toISOString())
    w.clock.advance(2000)
    expect((await upload.presign(presignInput)).data.part_urls).toHaveLength(1)
  })

  it('lets uploads begun with a membership finish after it has ended', async () => {
    await using w = await testServer()
    const user = await w.user()
    const merged = await startMergedUpload(user, createToneWav(2))
    const openUpload = await startUpload(user, createToneWav(3))
    await setMembershipTier(w, user.id, 'none')
    expect((await merged.confirm()).data_file.duration).toBe(2000)
    expect((await user.upload.resume({ params: { upload_id: openUpload.uploadIds.upload_id } })).data.state).toBe('open')
    await openUpload.merge()
    expect((await openUpload.confirm()).data_file.duration).toBe(3000)
  })

  it('keeps the recordings of a user without a membership accessible', async () => {
    await using w = await testServer()
    const file = await w.uploadFile({ seconds: 2 })
    const { id, files } = await w.user()
    await setMembershipTier(w, id, 'none')
    expect((await files.tempUrl({ params: { id: file.id }, query: {} })).temp_url).toContain('/blob/object/')
  })
})
