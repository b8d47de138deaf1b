import { describe, expect, it } from 'vitest'
import { BODY_LIMIT } from '#shared/contract.ts'
import { KiB } from '#shared/units.ts'
import { REGIONS, routeName, routesOf } from '#test/server/allRoutes.ts'
import { testServer } from '#test/server/testServer.ts'

/** The only route with a form, which is streamed. */
const FORM_ROUTE = 'POST /file/upload'

/** Returns JSON of exactly this many bytes, which is not valid for any route. */
const jsonOfSize = (bytes: number): string => `"${'x'.repeat(bytes - 2)}"`

describe('a request body', () => {
  it.each(REGIONS)('is read up to the limit of its route and gets 413 in the envelope above it: %s', async (region) => {
    await using server = await testServer({ settings: { REGION: region } })
    const { token } = await server.user()
    for (const spec of routesOf(region).filter((route) => route.body && routeName(route) !== FORM_ROUTE)) {
      const limit = spec.bodyLimit ?? BODY_LIMIT
      const sendBody = (bytes: number) =>
        server.server.app.inject({
          method: spec.method,
          url: `/api${spec.path.replaceAll(/:\w+/g, '0'.repeat(32))}`,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          payload: jsonOfSize(bytes),
        })
      expect((await sendBody(limit)).statusCode, routeName(spec)).toBe(422)
      const tooLarge = await sendBody(limit + 1)
      const msg = `the body of this request may be at most ${limit / KiB} KB`
      expect(tooLarge.json(), routeName(spec)).toMatchObject({ status: -413, msg, detail: msg })
      expect(tooLarge.statusCode).toBe(413)
    }
  })

  it('with 0.6 MB of combining marks is refused before it is normalized', async () => {
    await using server = await testServer()
    const { token } = await server.user()
    const combiningMarks = `a${'\u0301\u0323'.repeat(150_000)}`
    const sendBody = async (method: string, path: string, body: object) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      return (await fetch(`${server.url}/api${path}`, { method, headers, body: JSON.stringify(body) })).status
    }
    expect(await sendBody('PATCH', '/user/me/settings', { nickname: combiningMarks })).toBe(413)
    expect(await sendBody('POST', '/device/bind', { sn: 'A1', name: combiningMarks })).toBe(413)
    expect(await sendBody('POST', '/device/bind', { sn: 'A1', name: 'A', model: combiningMarks })).toBe(413)
    expect(await sendBody('POST', '/file/known-titles', { titles: [combiningMarks] })).toBe(422)
    // Below the size limit of the body but above the length limit of the text.
    expect(await sendBody('PATCH', '/user/me/settings', { nickname: combiningMarks.slice(0, 10_001) })).toBe(422)
    expect(await sendBody('POST', '/device/bind', { sn: 'A1', name: 'A', model: combiningMarks.slice(0, 10_001) })).toBe(422)
    expect(await sendBody('POST', '/file/known-titles', { titles: Array(300).fill(combiningMarks.slice(0, 1000)) })).toBe(200)
  })
})
