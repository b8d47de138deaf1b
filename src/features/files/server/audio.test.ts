import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import type { ByteRange } from '#platform/blobs/blobs.ts'
import { createLog } from '#platform/log/log.ts'
import { startSecondServer } from '#test/server/startSecondServer.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'

/** Collects all logged warnings and errors. */
function collectLog() {
  const lines: string[] = []
  return { lines, log: createLog({ level: 'warn', destination: { write: (line) => void lines.push(line) } }) }
}

/** Blocks the server at its first read of audio. `readsAll`: after it has read all audio, so that it no longer needs the store. */
function blockReading({ ctx }: TestServer['server'], { readsAll }: { readsAll: boolean }) {
  const { open } = ctx.blobs
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let wholeFile: Promise<Buffer> | null = null
  const blockedOpen = async (key: string, range?: ByteRange) => {
    if (readsAll) wholeFile ??= open(key).then(buffer)
    const buffered = await wholeFile
    reached.resolve()
    await released.promise
    return buffered ? Readable.from([range ? buffered.subarray(range.start, range.end + 1) : buffered]) : open(key, range)
  }
  Object.assign(ctx.blobs, { open: blockedOpen })
  return { reached: reached.promise, release: released.resolve }
}

describe('measuring the waveform of a recording that is deleted in the meantime', () => {
  it.each([
    ['between reading and writing', true],
    ['before all of it is read', false],
  ])('ends without a log line when the deletion is %s', async (_when, readsAll) => {
    await using w = await testServer({ runsJobs: false })
    const { files, id: userId } = await w.user()
    const { id } = await w.uploadFile({ seconds: 2 })
    const { lines, log } = collectLog()
    await using second = await startSecondServer(w, { log })
    const { reached, release } = blockReading(second.server, { readsAll })
    await second.server.start({ processJobs: true })
    await reached
    await files.remove({ query: {}, body: [id] })
    if (!readsAll) await w.ctx.blobs.deleteUnder(`sound/${userId}`)
    release()
    await w.waitForJobs()
    expect(lines).toEqual([])
  })

  it('fails and retries when the audio cannot be read and the recording exists', async () => {
    await using w = await testServer({ runsJobs: false })
    await w.uploadFile({ seconds: 2 })
    const { lines, log } = collectLog()
    await using second = await startSecondServer(w, { log })
    const { reached, release } = blockReading(second.server, { readsAll: false })
    await second.server.start({ processJobs: true })
    await reached
    await w.ctx.blobs.deleteUnder(`sound/${(await w.user()).id}`)
    release()
    await expect.poll(() => lines.length).toBeGreaterThan(0)
    expect(lines[0]).toContain('files.measure-peaks')
  })
})
