import { createDecipheriv } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { world } from '#test/world/world.ts'

const seen = { 'x-forwarded-for': '203.0.113.9' }

describe('the request layer over HTTP', () => {
  it('encrypts responses with a key wrapped under that of GET /config/security (A§7)', async () => {
    await using w = await world()
    const anna = await w.as()
    const { data } = await anna.site.security({})
    expect(await anna.site.security({})).toMatchObject({ data })
    const rsa = { name: 'RSA-OAEP', hash: 'SHA-256' }
    const spki = Buffer.from(data.public_key, 'base64')
    const publicKey = await crypto.subtle.importKey('spki', spki, rsa, false, ['encrypt'])
    const key = crypto.getRandomValues(new Uint8Array(32))
    const wrapped = Buffer.from(await crypto.subtle.encrypt(rsa, publicKey, key)).toString('base64url')
    for (const [token, httpStatus] of [
      [anna.token, 200],
      ['nobody', 401],
    ] as const) {
      const headers = {
        authorization: `Bearer ${token}`,
        'x-request-id': 'r-1',
        'x-encrypt-response': `v1.${data.key_id}.${wrapped}`,
      }
      const answer = await fetch(`${w.url}/api/filetag/`, { headers })
      expect(answer.status).toBe(httpStatus)
      expect(answer.headers.get('x-encrypted-response')).toBe('A256GCM')
      const { sealed } = (await answer.json()) as { sealed: string }
      const bytes = Buffer.from(sealed, 'base64url')
      const opening = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(Buffer.from('r-1'))
      opening.setAuthTag(bytes.subarray(-16))
      const text = Buffer.concat([opening.update(bytes.subarray(12, -16)), opening.final()]).toString('utf8')
      expect(JSON.parse(text)).toMatchObject(httpStatus === 200 ? { data_filetag_list: [] } : { status: -401 })
    }
  })

  it('accepts every header of other clients and does not encrypt for `x-encrypt-response: 1`', async () => {
    await using w = await world()
    const anna = await w.as()
    const headers = {
      authorization: `bearer bearer ${anna.token}`,
      'edit-from': 'web',
      'app-platform': 'web',
      'app-language': 'en',
      'x-request-id': 'abc',
      'x-device-id': '[object Object]',
      'x-pld-tag': '0123456789abcdef',
      timezone: 'Europe/Berlin',
      'x-encrypt-response': '1',
    }
    const answer = await fetch(`${w.url}/api/filetag/?r=0.25`, { headers })
    expect(await answer.json()).toMatchObject({ status: 0, data_filetag_list: [] })
  })

  it('allows the page to connect to the origin of the desktop program, if configured, and to no other (A§7)', async () => {
    const asks = async (settings: Record<string, string>) => {
      await using w = await world({ settings })
      const { headers } = await fetch(`${w.url}/api/config/init`)
      return /connect-src ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1]
    }
    expect(await asks({})).toBe("'self'")
    expect(await asks({ DOWNLOADS_URL: 'https://files.example.org/desktop/' })).toBe("'self' https://files.example.org")
  })

  it('returns 403 with status -10000 in other countries, except for /config and health routes (A§8)', async () => {
    const settings = { COUNTRIES: 'DE,FR', COUNTRY_HEADER: 'CF-IPCountry', TRUSTED_PROXIES: '127.0.0.1' }
    await using w = await world({ settings })
    const from = (country: string, path = '/api/filetag/') =>
      fetch(w.url + path, { headers: { ...seen, 'cf-ipcountry': country } })
    const locked = await from('US')
    expect(locked.status).toBe(403)
    expect(await locked.json()).toMatchObject({ status: -10000 })
    expect((await from('DE')).status).toBe(401)
    expect((await from('US', '/api/config/init')).status).toBe(200)
    expect((await from('US', '/healthz')).status).toBe(200)
  })

  it('returns -9999 for every call after a move, except for /config routes (A§8)', async () => {
    await using w = await world({ settings: { MOVED_TO: 'https://new.example.org' } })
    const moved = await fetch(`${w.url}/api/filetag/`)
    expect(await moved.json()).toMatchObject({ status: -9999, link: 'https://new.example.org' })
    expect(await (await fetch(`${w.url}/api/config/init`)).json()).toMatchObject({ status: 0 })
  })
})
