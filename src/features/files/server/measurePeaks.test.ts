import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import type { ByteRange } from '#platform/blobs/blobs.ts'
import { createLog } from '#platform/log/log.ts'
import { secondServer } from '#test/world/secondServer.ts'
import { type World, world } from '#test/world/world.ts'

/** Collects everything that is logged as a warning or an error. */
function logKept() {
  const lines: string[] = []
  return { lines, log: createLog({ level: 'warn', destination: { write: (line) => void lines.push(line) } }) }
}

/** Blocks the server at its first read of audio. `readsAll`: it has read all of the audio by then and needs the store no more. */
function holdReading({ ground }: World['server'], { keeps }: { keeps: boolean }) {
  const { open } = ground.blobs
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let whole: Promise<Buffer> | null = null
  const held = async (key: string, range?: ByteRange) => {
    if (keeps) whole ??= open(key).then(buffer)
    const kept = await whole
    reached.resolve()
    await released.promise
    return kept ? Readable.from([range ? kept.subarray(range.start, range.end + 1) : kept]) : open(key, range)
  }
  Object.assign(ground.blobs, { open: held })
  return { reached: reached.promise, release: released.resolve }
}

describe('measuring the waveform of a recording that is deleted in the meantime', () => {
  it.each([
    ['between reading and writing', true],
    ['before all of it is read', false],
  ])('ends without a log line when the deletion is %s', async (_when, keeps) => {
    await using w = await world({ working: false })
    const { files, id: userId } = await w.as()
    const { id } = await w.file({ seconds: 2 })
    const { lines, log } = logKept()
    await using second = await secondServer(w, { log })
    const { reached, release } = holdReading(second.server, { keeps })
    await second.server.begin({ working: true })
    await reached
    await files.remove({ query: {}, body: [id] })
    if (!keeps) await w.ground.blobs.deleteUnder(`sound/${userId}`)
    release()
    await w.settle()
    expect(lines).toEqual([])
  })

  it('fails and retries when the audio cannot be read and the recording exists', async () => {
    await using w = await world({ working: false })
    await w.file({ seconds: 2 })
    const { lines, log } = logKept()
    await using second = await secondServer(w, { log })
    const { reached, release } = holdReading(second.server, { keeps: false })
    await second.server.begin({ working: true })
    await reached
    await w.ground.blobs.deleteUnder(`sound/${(await w.as()).id}`)
    release()
    await expect.poll(() => lines.length).toBeGreaterThan(0)
    expect(lines[0]).toContain('files.measure-peaks')
  })
})
