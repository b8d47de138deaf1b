import { afterEach, describe, expect, it } from 'vitest'
import { saveConsent } from '#browser/monitoring/consent.ts'
import { STORAGE_KEYS, getItem } from '#browser/storage/storage.ts'
import { type TagStorage, deleteTag, isCookieAllowed, tagStorages, syncTag } from './userTag.ts'

afterEach(() => {
  localStorage.clear()
  document.cookie = 'earshot_tag=; Path=/; Max-Age=0'
})

const TAG = '0123456789abcdef'

function memoryStorage(held?: string): TagStorage & { held: () => unknown } {
  let value: unknown = held
  return { read: async () => value, write: async (tag) => void (value = tag), held: () => value }
}
const brokenStorage: TagStorage = {
  read: () => Promise.reject(new Error('forbidden')),
  write: () => Promise.reject(new Error('forbidden')),
}

describe('the tag of this browser (A§9)', () => {
  it('from one storage is copied to the others, also if one of them fails', async () => {
    const [first, last] = [memoryStorage(), memoryStorage(TAG)]
    expect(await syncTag([first, brokenStorage, last])).toBe(TAG)
    expect(first.held()).toBe(TAG)
  })

  it('is created once and then stays the same', async () => {
    const storages = [memoryStorage(), memoryStorage()]
    const tag = await syncTag(storages)
    expect(tag).toMatch(/^[0-9a-f]{16}$/)
    expect(await syncTag(storages)).toBe(tag)
  })

  it('is restored from the cookie or local storage when the other is cleared', async () => {
    saveConsent({ statistics: true })
    const storages = tagStorages({ telemetry: true })
    const tag = await syncTag(storages)
    localStorage.clear()
    expect(await syncTag(storages)).toBe(tag)
    document.cookie = 'earshot_tag=; Path=/; Max-Age=0'
    expect(await syncTag(storages)).toBe(tag)
    expect(document.cookie).toContain(`earshot_tag=${tag}`)
  })

  it('is not stored in a cookie without consent for statistics (A§7)', async () => {
    await syncTag(tagStorages({ telemetry: true }))
    expect(document.cookie).not.toContain('earshot_tag')
    saveConsent({ statistics: false })
    await syncTag(tagStorages({ telemetry: true }))
    expect(document.cookie).not.toContain('earshot_tag')
  })

  it('is deleted from all storages when consent is withdrawn', async () => {
    saveConsent({ statistics: true })
    await syncTag(tagStorages({ telemetry: true }))
    expect(document.cookie).toContain('earshot_tag')
    await deleteTag()
    expect(document.cookie).not.toContain('earshot_tag')
    expect(getItem(STORAGE_KEYS.userTag)).toBeUndefined()
  })

  it('is not stored in a cookie when telemetry is off', async () => {
    expect(isCookieAllowed({ telemetry: false })).toBe(false)
    await syncTag(tagStorages({ telemetry: false }))
    expect(document.cookie).not.toContain('earshot_tag')
  })
})
