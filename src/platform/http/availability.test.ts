import { describe, expect, it } from 'vitest'
import { z } from 'zod/mini'
import { route } from '#shared/contract.ts'
import { quietLog } from '#platform/log/log.ts'
import { setCountryHeader, restrictCountries, announceMove } from './availability.ts'
import { createHttpServer } from './createHttpServer.ts'
import { serve } from './serve.ts'

const getRoute = (path: string) => route({ method: 'GET', path, access: 'public', summary: 'Replies', reply: z.object({}) })
const contract = { list: getRoute('/list'), init: getRoute('/config/init') }

async function createApp({ countries = null, movedTo = null }: { countries?: string[] | null; movedTo?: string | null }) {
  const http = await createHttpServer({ log: quietLog, checksReplies: true, version: '1', trustProxy: '127.0.0.1' })
  setCountryHeader(http, 'cf-ipcountry')
  announceMove(http, { movedTo })
  restrictCountries(http, { countries })
  await http.register(async (api) => serve(api, 'lists', contract, { list: async () => ({}), init: async () => ({}) }), {
    prefix: '/api',
  })
  http.get('/healthz', async () => ({ status: 0 }))
  return http
}

const proxyHeaders = { 'x-forwarded-for': '203.0.113.9' }

describe('a server that serves only some countries (A§8)', () => {
  const sendRequest = async (headers: Record<string, string>, url = '/api/list') =>
    (await createApp({ countries: ['DE', 'FR'] })).inject({ url, headers })

  it('returns 403 with status -10000 and a message for other countries', async () => {
    const response = await sendRequest({ ...proxyHeaders, 'cf-ipcountry': 'US' })
    expect(response.statusCode).toBe(403)
    expect(response.json()).toEqual({
      status: -10000,
      msg: 'This service is not available in your country.',
      request_id: response.headers['x-request-id'],
    })
  })

  it('serves the listed countries', async () => {
    expect((await sendRequest({ ...proxyHeaders, 'cf-ipcountry': 'de' })).json()).toMatchObject({ status: 0 })
  })

  it('ignores the header when it bypasses the proxy, and refuses calls without a country', async () => {
    const http = await createApp({ countries: ['DE'] })
    const direct = await http.inject({
      url: '/api/list',
      remoteAddress: '198.51.100.7',
      headers: { ...proxyHeaders, 'cf-ipcountry': 'DE' },
    })
    expect(direct.statusCode).toBe(403)
    expect((await sendRequest({ ...proxyHeaders })).statusCode).toBe(403)
    expect((await sendRequest({ ...proxyHeaders, 'cf-ipcountry': 'T1' })).statusCode).toBe(403)
  })

  it('cannot be bypassed by another spelling of the URL', async () => {
    for (const url of ['/%61pi/list', '/api/list/', '/api/list?x=/api/config/']) {
      expect((await sendRequest({ ...proxyHeaders, 'cf-ipcountry': 'US' }, url)).statusCode).toBe(403)
    }
  })

  it('keeps health and the first calls of a client open', async () => {
    for (const url of ['/healthz', '/api/config/init']) expect((await sendRequest({}, url)).json()).toMatchObject({ status: 0 })
  })
})

describe('a server that has moved (A§8)', () => {
  const sendRequest = async (url: string, headers = {}) =>
    (await createApp({ movedTo: 'https://new.example.org' })).inject({ url, headers })

  it('returns -9999 with a message and the link for every call', async () => {
    expect((await sendRequest('/api/list')).json()).toMatchObject({
      status: -9999,
      msg: 'This service has moved to https://new.example.org',
      link: 'https://new.example.org',
    })
    expect((await sendRequest('/api/list')).statusCode).toBe(200)
  })

  it('refuses an event stream, which would be reopened immediately', async () => {
    expect((await sendRequest('/api/list', { accept: 'text/event-stream' })).statusCode).toBe(403)
  })

  it('keeps health and the first calls of a client open', async () => {
    for (const url of ['/healthz', '/api/config/init']) expect((await sendRequest(url)).json()).toMatchObject({ status: 0 })
  })
})
