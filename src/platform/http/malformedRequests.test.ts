import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestServer, testServer } from '#test/server/testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server[Symbol.asyncDispose]())

/** Sends bytes unchanged and returns what the server sends before it closes the connection. */
async function send(text: string): Promise<string> {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  socket.write(text)
  let answer = ''
  for await (const chunk of socket.setEncoding('utf8')) answer += chunk as string
  return answer
}

const request = (line: string, ...headers: string[]) => [line, ...headers, 'Connection: close', '', ''].join('\r\n')
const GET = 'GET /api/config/init HTTP/1.1'

const MALFORMED: [name: string, text: string, code: number][] = [
  ['a path that cannot be decoded', request('GET /api/%zz HTTP/1.1', 'Host: a'), 400],
  ['bytes in a path that are no UTF-8', request('GET /api/file/%c3%28 HTTP/1.1', 'Host: a'), 400],
  ['half a character in a path', request('GET /share/%e0%a4 HTTP/1.1', 'Host: a'), 400],
  ['a percent sign at the end of a path', request('POST /api/ask/questions/% HTTP/1.1', 'Host: a'), 400],
  ['a parameter of thousands of characters', request(`GET /api/file/temp-url/${'x'.repeat(9000)} HTTP/1.1`, 'Host: a'), 401],
  ['two Host headers', request(GET, 'Host: a', 'Host: b'), 400],
  ['the same Host header twice', request(GET, 'Host: a', 'host: a'), 400],
  ['two hosts in a header', request(GET, 'Host: a, b'), 400],
  ['a host with a user', request(GET, 'Host: a@b'), 400],
  ['no Host header', request(GET), 400],
  ['an unknown method', request('BREW /api/config/init HTTP/1.1', 'Host: a'), 400],
  ['a method without routes', request('PROPFIND /api/config/init HTTP/1.1', 'Host: a'), 404],
  ['a method in small letters', request('get /api/config/init HTTP/1.1', 'Host: a'), 400],
  ['an unknown version', request('GET /api/config/init HTTP/9.9', 'Host: a'), 400],
  ['something else', 'hello\r\n\r\n', 400],
  ['the beginning of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  ['a header without a name', request(GET, 'Host: a', ': b'), 400],
  ['headers of 20 KB', request(GET, 'Host: a', `X: ${'x'.repeat(20_000)}`), 431],
  ['a URL of 20 KB', request(`GET /api/config/init?${'x'.repeat(20_000)} HTTP/1.1`, 'Host: a'), 431],
  ['two lengths', request(GET, 'Host: a', 'Content-Length: 1', 'Content-Length: 2'), 400],
  ['a length that is no number', request(GET, 'Host: a', 'Content-Length: x'), 400],
  [
    'a length and chunks',
    request('POST /api/config/init HTTP/1.1', 'Host: a', 'Content-Length: 1', 'Transfer-Encoding: chunked'),
    400,
  ],
]

describe('a request that is malformed', () => {
  it.each(MALFORMED)('%s is refused with the headers of every response', async (_, text, code) => {
    const answer = await send(text)
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${code} `))
    for (const header of [
      'x-request-id: [0-9a-f-]{36}',
      "content-security-policy: default-src 'none'",
      'x-content-type-options: nosniff',
      'access-control-allow-origin: \\*',
      'cache-control: no-store',
    ])
      expect(head).toMatch(new RegExp(`\r\n${header}`, 'i'))
    const [, requestId] = /x-request-id: (.*)\r\n/i.exec(head) ?? []
    expect(JSON.parse(/\{.*\}/s.exec(body)?.[0] ?? '{}')).toMatchObject({ status: -code, request_id: requestId })
  })

  it('does not include unknown expectations, HTTP/1.0, or a percent sign in the query', async () => {
    for (const text of [
      request(GET, 'Host: a', 'Expect: the-unexpected'),
      'GET /api/config/init HTTP/1.0\r\n\r\n',
      request('GET /api/config/init?a=%zz HTTP/1.1', 'Host: a'),
      request('GET /api/config/init HTTP/1.1', 'Host: [::1]:3000'),
    ])
      expect(await send(text)).toMatch(/^HTTP\/1.1 200 /)
  })
})
