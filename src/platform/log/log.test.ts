import { describe, expect, it } from 'vitest'
import { createLog, withoutMessage } from '#platform/log/log.ts'

const captureLines = (write: (log: ReturnType<typeof createLog>) => void): string => {
  let lines = ''
  write(createLog({ level: 'trace', destination: { write: (line: string) => (lines += line) } }))
  return lines
}

describe('createLog', () => {
  it('writes one line of JSON per event', () => {
    const lines = captureLines((log) => log.info({ fileId: 'f1' }, 'saved'))
    expect(lines.match(/\n/g)).toHaveLength(1)
    expect(JSON.parse(lines)).toMatchObject({ level: 30, msg: 'saved', fileId: 'f1' })
  })

  it('redacts secrets at any depth and inside sentences, and writes valid JSON', () => {
    const lines = captureLines((log) => {
      log.info({ req: { headers: { authorization: 'Bearer hush', cookie: 's=hush' } } }, 'request')
      log.info({ a: { b: { c: { password: 'hu"sh', access_token: 'hush', apiKey: 'hush' } } } })
      log.info({ url: '/blob/1?part=2&sig=hush&exp=9' }, 'PUT /blob/1?sig=hush done')
      log.info({ bind_ticket: 'hush', auth_code: 'hush' }, 'to /login#ticket=hush&from_url=/ by /callback?state=hush&code=hush')
      log.child({ token: 'hush' }).warn(new Error('postgres://u:hush@db/x refused Bearer hush'))
    })
    expect(lines).not.toMatch(/hush|hu\\"sh/)
    const events = lines.trim().split('\n')
    expect(events).toHaveLength(5)
    for (const event of events) expect(JSON.parse(event)).toBeTypeOf('object')
    expect(lines).toContain('part=2')
    expect(lines).toContain('exp=9')
  })

  it('does not redact text that only looks like a secret', () => {
    expect(captureLines((log) => log.info({ total_tokens: 12, passwords: 3 }, 'design=blue'))).toContain('"total_tokens":12')
  })
})

describe('withoutMessage', () => {
  it('keeps the name and stack of an error without quoted text', () => {
    const error = new SyntaxError('Invalid regular expression: /Lena Brandt|\n    at Lena/')
    const lines = captureLines((log) => log.error({ error: withoutMessage(error) }, 'a page failed'))
    expect(lines).not.toContain('Brandt')
    expect(lines).toMatch(/"name":"SyntaxError".*log\.test\.ts/)
  })
})
