import { type PassThrough, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { type Bytes, KiB } from '#shared/units.ts'

/** A file in an archive. A stream is read when its turn comes, and destroyed with the archive. */
export type ZipEntry = {
  readonly name: string
  readonly startTime: Date
  readonly bytes: Uint8Array | Readable
  /** Off by default, because compression does not make audio smaller. */
  readonly compress?: boolean
}

/**
 * Returns a ZIP archive as a stream, which fails when an entry fails. The next entry is requested once the previous one has been
 * read. Archives over 4 GB or 65,535 entries use ZIP64.
 */
export function zip(entries: AsyncIterable<ZipEntry>): Readable {
  const archive = new ZipFile()
  const output = archive.outputStream as PassThrough
  let source: Readable | undefined
  output.once('close', () => source?.destroy())
  archive.on('error', (error) => output.destroy(error))
  addEntries().catch((error: Error) => output.destroy(error))
  return output

  async function addEntries(): Promise<void> {
    for await (const { name, startTime: mtime, bytes, compress = false } of entries) {
      source = bytes instanceof Readable ? bytes : Readable.from(piecesOf(bytes), { objectMode: false })
      if (output.destroyed) return void source.destroy()
      // @NOTE `addBuffer` and `addReadStream` would keep the bytes of every entry in memory until the archive ends.
      archive.addReadStreamLazy(name, { mtime, compress }, (start) => start(null, source!))
      await finished(source)
    }
    archive.end()
  }
}

/** Checksums are computed in chunks, so that large files do not block the event loop. */
const PIECE: Bytes = 64 * KiB

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE)
}
