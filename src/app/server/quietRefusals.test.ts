import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { type DestinationStream } from 'pino'
import { createLog } from '#platform/log/log.ts'
import { expectRefusal } from '#test/server/expectRefusal.ts'
import { testServer } from '#test/server/testServer.ts'

/** A log that keeps only warnings and errors. */
function problemLog() {
  const lines: string[] = []
  const destination: DestinationStream = { write: (line) => void lines.push(line) }
  return { lines, log: createLog({ level: 'warn', destination }) }
}

describe('the log contains no error for', () => {
  it('a name that already exists (-2), also when many concurrent calls use it (B§8)', async () => {
    const { log, lines } = problemLog()
    await using server = await testServer({ log })
    const { folders } = await server.user()
    const create = () => folders.create({ body: { name: 'Work', color: '#191919', icon: '1' } })
    await create()
    const errors = await Promise.all(Array.from({ length: 8 }, () => expectRefusal(create())))
    expect(errors.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => -2))
    expect(lines).toEqual([])
  })

  it('a client that disconnects while it sends or receives', async () => {
    const { log, lines } = problemLog()
    await using server = await testServer({ log })
    const user = await server.user()
    const file = await server.uploadFile({ seconds: 10 })
    const audio = new URL((await user.files.tempUrl({ params: { id: file.id }, query: {} })).temp_url)
    const { data } = await user.upload.presign({ body: { filesize: 100_000, file_type: 'MP3' } })
    const part = new URL(data.part_urls[0]!)
    const common = `host: a\r\nauthorization: Bearer ${user.token}\r\n`
    const json = `${common}content-type: application/json\r\n`
    const form = `${common}content-type: multipart/form-data; boundary=x\r\n`
    const requests = [
      `POST /api/filetag/ HTTP/1.1\r\n${json}content-length: 100\r\n\r\n{"name":`,
      `POST /api/file/list HTTP/1.1\r\n${json}content-length: ${JSON.stringify([file.id]).length}\r\n\r\n${JSON.stringify([file.id])}`,
      `GET /api/live HTTP/1.1\r\n${common}\r\n`,
      `GET /api/file/simple/web HTTP/1.1\r\n${common}\r\n`,
      `GET ${audio.pathname}${audio.search} HTTP/1.1\r\nhost: a\r\n\r\n`,
      `PUT ${part.pathname}${part.search} HTTP/1.1\r\nhost: a\r\ncontent-length: 100000\r\n\r\n${'a'.repeat(1000)}`,
      `POST /api/file/upload HTTP/1.1\r\n${form}content-length: 9000\r\n\r\n--x\r\ncontent-disposition: form-data; name="file"; filename="a.mp3"\r\n\r\naaa`,
    ]
    for (const request of requests) await sendAndLeave(server.url, request)
    expect(lines).toEqual([])
  })
})

/** Sends a request, waits until the server has read it, and resets the connection. Resolves when the server has noticed that. */
async function sendAndLeave(url: string, request: string): Promise<void> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write(request)
  await fetch(`${url}/readyz`)
  socket.resetAndDestroy()
  await once(socket, 'close')
  await fetch(`${url}/readyz`)
}
