import { describe, expect, it } from 'vitest'
import { openShare } from '#test/server/openShare.ts'
import { testServer } from '#test/server/testServer.ts'

describe('the page of a link (A§2)', () => {
  it('shows summary, transcript and audio without a script', async () => {
    await using server = await testServer()
    const { addRecording, createLink, open } = await openShare(server)
    const fileId = await addRecording()
    const { url } = await createLink(fileId)
    const page = await open(url)
    expect(page.status).toBe(200)
    expect(page.text).toContain('Interview with Dr. Okafor')
    expect(page.text).toContain('The nurses stayed.')
    expect(page.text).toContain('Forty clinics before the rains.')
    expect(page.text).toMatch(/<audio[^>]* controls/)
    expect(page.headers.get('x-robots-tag')).toContain('noindex')
    expect(page.headers.get('cache-control')).toBe('private, no-store')
  })
})
