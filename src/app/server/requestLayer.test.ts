import { createDecipheriv } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { testServer } from '#test/server/testServer.ts'

const proxyHeaders = { 'x-forwarded-for': '203.0.113.9' }

describe('the request layer over HTTP', () => {
  it('encrypts responses with a key that was wrapped with the public key of GET /config/security (A§7)', async () => {
    await using server = await testServer()
    const user = await server.user()
    const { data } = await user.site.security({})
    expect(await user.site.security({})).toMatchObject({ data })
    const rsa = { name: 'RSA-OAEP', hash: 'SHA-256' }
    const spki = Buffer.from(data.public_key, 'base64')
    const publicKey = await crypto.subtle.importKey('spki', spki, rsa, false, ['encrypt'])
    const key = crypto.getRandomValues(new Uint8Array(32))
    const wrapped = Buffer.from(await crypto.subtle.encrypt(rsa, publicKey, key)).toString('base64url')
    for (const [token, httpStatus] of [
      [user.token, 200],
      ['unknown', 401],
    ] as const) {
      const headers = {
        authorization: `Bearer ${token}`,
        'x-request-id': 'r-1',
        'x-encrypt-response': `v1.${data.key_id}.${wrapped}`,
      }
      const response = await fetch(`${server.url}/api/filetag/`, { headers })
      expect(response.status).toBe(httpStatus)
      expect(response.headers.get('x-encrypted-response')).toBe('A256GCM')
      const { sealed } = (await response.json()) as { sealed: string }
      const bytes = Buffer.from(sealed, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(Buffer.from('r-1'))
      decipher.setAuthTag(bytes.subarray(-16))
      const text = Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8')
      expect(JSON.parse(text)).toMatchObject(httpStatus === 200 ? { data_filetag_list: [] } : { status: -401 })
    }
  })

  it('returns the request id of a client, and creates one when it is not a valid id (A§7)', async () => {
    await using server = await testServer()
    const request = async (id: string) => {
      const response = await fetch(`${server.url}/api/filetag/`, { headers: { 'x-request-id': id } })
      const { request_id } = (await response.json()) as { request_id: string }
      expect(response.headers.get('x-request-id')).toBe(request_id)
      return request_id
    }
    for (const id of ['r-1', 'x'.repeat(64), '018f.a:b~c_D']) expect(await request(id)).toBe(id)
    for (const id of ['', 'a b', 'x'.repeat(65), '<b>', '"}{"', 'a/b']) expect(await request(id)).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('accepts all headers of other clients and does not encrypt for `x-encrypt-response: 1`', async () => {
    await using server = await testServer()
    const user = await server.user()
    const headers = {
      authorization: `bearer bearer ${user.token}`,
      'edit-from': 'web',
      'app-platform': 'web',
      'app-language': 'en',
      'x-request-id': 'abc',
      'x-device-id': '[object Object]',
      'x-pld-tag': '0123456789abcdef',
      timezone: 'Europe/Berlin',
      'x-encrypt-response': '1',
    }
    const response = await fetch(`${server.url}/api/filetag/?r=0.25`, { headers })
    expect(await response.json()).toMatchObject({ status: 0, data_filetag_list: [] })
  })

  it('allows the page to connect to the configured origin of the desktop program, and to no other (A§7)', async () => {
    const connectSources = async (settings: Record<string, string>) => {
      await using server = await testServer({ settings })
      const { headers } = await fetch(`${server.url}/api/config/init`)
      return /connect-src ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1]
    }
    expect(await connectSources({})).toBe("'self'")
    expect(await connectSources({ DOWNLOADS_URL: 'https://files.example.org/desktop/' })).toBe("'self' https://files.example.org")
  })

  it('allows the page to call the API and play audio from its base URL, and from no other origin (A§7)', async () => {
    await using server = await testServer({ settings: { API_URL: 'https://api.example.org/api/' } })
    const { headers } = await fetch(`${server.url}/api/config/init`)
    const policy = headers.get('content-security-policy') ?? ''
    expect(/connect-src ([^;]*)/.exec(policy)?.[1]).toBe("'self' https://api.example.org")
    expect(/media-src ([^;]*)/.exec(policy)?.[1]).toBe("'self' blob: https://api.example.org")
  })

  it('returns 403 with status -10000 in other countries, except for /config and health routes (A§8)', async () => {
    const settings = { COUNTRIES: 'DE,FR', COUNTRY_HEADER: 'CF-IPCountry', TRUSTED_PROXIES: '127.0.0.1' }
    await using server = await testServer({ settings })
    const fetchFrom = (country: string, path = '/api/filetag/') =>
      fetch(server.url + path, { headers: { ...proxyHeaders, 'cf-ipcountry': country } })
    const rejected = await fetchFrom('US')
    expect(rejected.status).toBe(403)
    expect(await rejected.json()).toMatchObject({ status: -10000 })
    expect((await fetchFrom('DE')).status).toBe(401)
    expect((await fetchFrom('US', '/api/config/init')).status).toBe(200)
    expect((await fetchFrom('US', '/healthz')).status).toBe(200)
  })

  it('returns -9999 for every call after a move, except for /config routes (A§8)', async () => {
    await using server = await testServer({ settings: { MOVED_TO: 'https://new.example.org' } })
    const response = await fetch(`${server.url}/api/filetag/`)
    expect(await response.json()).toMatchObject({ status: -9999, link: 'https://new.example.org' })
    expect(await (await fetch(`${server.url}/api/config/init`)).json()).toMatchObject({ status: 0 })
  })
})
