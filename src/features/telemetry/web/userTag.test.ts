import { afterEach, describe, expect, it } from 'vitest'
import { answerConsent } from '#ui/consent.ts'
import { STORED, recall } from '#ui/storage.ts'
import { type Place, forgetTag, mayKeepCookie, placesOfTag, settleTag } from './userTag.ts'

afterEach(() => {
  localStorage.clear()
  document.cookie = 'earshot_tag=; Path=/; Max-Age=0'
})

const TAG = '0123456789abcdef'

function memory(held?: string): Place & { held: () => unknown } {
  let kept: unknown = held
  return { read: async () => kept, write: async (tag) => void (kept = tag), held: () => kept }
}
const broken: Place = { read: () => Promise.reject(new Error('forbidden')), write: () => Promise.reject(new Error('forbidden')) }

describe('the tag of this browser (A§9)', () => {
  it('from one storage is copied to the others, also if one of them fails', async () => {
    const [first, last] = [memory(), memory(TAG)]
    expect(await settleTag([first, broken, last])).toBe(TAG)
    expect(first.held()).toBe(TAG)
  })

  it('is created once and then stays the same', async () => {
    const places = [memory(), memory()]
    const tag = await settleTag(places)
    expect(tag).toMatch(/^[0-9a-f]{16}$/)
    expect(await settleTag(places)).toBe(tag)
  })

  it('is restored from the cookie or local storage when the other is cleared', async () => {
    answerConsent({ statistics: true })
    const places = placesOfTag({ telemetry: true })
    const tag = await settleTag(places)
    localStorage.clear()
    expect(await settleTag(places)).toBe(tag)
    document.cookie = 'earshot_tag=; Path=/; Max-Age=0'
    expect(await settleTag(places)).toBe(tag)
    expect(document.cookie).toContain(`earshot_tag=${tag}`)
  })

  it('is not stored in a cookie without consent for statistics (A§7)', async () => {
    await settleTag(placesOfTag({ telemetry: true }))
    expect(document.cookie).not.toContain('earshot_tag')
    answerConsent({ statistics: false })
    await settleTag(placesOfTag({ telemetry: true }))
    expect(document.cookie).not.toContain('earshot_tag')
  })

  it('is deleted from all storages when consent is withdrawn', async () => {
    answerConsent({ statistics: true })
    await settleTag(placesOfTag({ telemetry: true }))
    expect(document.cookie).toContain('earshot_tag')
    await forgetTag()
    expect(document.cookie).not.toContain('earshot_tag')
    expect(recall(STORED.userTag)).toBeUndefined()
  })

  it('is not stored in a cookie when telemetry is off', async () => {
    expect(mayKeepCookie({ telemetry: false })).toBe(false)
    await settleTag(placesOfTag({ telemetry: false }))
    expect(document.cookie).not.toContain('earshot_tag')
  })
})
