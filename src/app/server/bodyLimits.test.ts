import { describe, expect, it } from 'vitest'
import { BODY_LIMIT } from '#kit/contract.ts'
import { KiB } from '#kit/units.ts'
import { everyRoute, nameOf } from '#test/world/everyRoute.ts'
import { world } from '#test/world/world.ts'

/** The route with a form, which is streamed. */
const FORM = 'POST /file/upload'

/** Returns JSON of exactly that many bytes, which no route accepts as valid. */
const textOf = (bytes: number): string => `"${'x'.repeat(bytes - 2)}"`

describe('a request body', () => {
  it('is read up to the limit of its route and gets 413 in the envelope above it', async () => {
    await using w = await world()
    const { token } = await w.as()
    for (const { spec } of everyRoute.filter((each) => each.spec.body && nameOf(each.spec) !== FORM)) {
      const limit = spec.bodyLimit ?? BODY_LIMIT
      const send = (bytes: number) =>
        w.server.app.inject({
          method: spec.method,
          url: `/api${spec.path.replaceAll(/:\w+/g, '0'.repeat(32))}`,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          payload: textOf(bytes),
        })
      expect((await send(limit)).statusCode, nameOf(spec)).toBe(422)
      const past = await send(limit + 1)
      const msg = `the body of this request may be at most ${limit / KiB} KB`
      expect(past.json(), nameOf(spec)).toMatchObject({ status: -413, msg, detail: msg })
      expect(past.statusCode).toBe(413)
    }
  })

  it('of 0.6 MB of combining marks is refused before it is normalized', async () => {
    await using w = await world()
    const { token } = await w.as()
    const marks = `a${'\u0301\u0323'.repeat(150_000)}`
    const send = async (method: string, path: string, body: object) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      return (await fetch(`${w.url}/api${path}`, { method, headers, body: JSON.stringify(body) })).status
    }
    expect(await send('PATCH', '/user/me/settings', { nickname: marks })).toBe(413)
    expect(await send('POST', '/device/bind', { sn: 'A1', name: marks })).toBe(413)
    expect(await send('POST', '/device/bind', { sn: 'A1', name: 'A', model: marks })).toBe(413)
    expect(await send('POST', '/file/known-titles', { titles: [marks] })).toBe(422)
    // Within the size limit of the body and above the length limit of the text.
    expect(await send('PATCH', '/user/me/settings', { nickname: marks.slice(0, 10_001) })).toBe(422)
    expect(await send('POST', '/device/bind', { sn: 'A1', name: 'A', model: marks.slice(0, 10_001) })).toBe(422)
    expect(await send('POST', '/file/known-titles', { titles: Array(300).fill(marks.slice(0, 1000)) })).toBe(200)
  })
})
