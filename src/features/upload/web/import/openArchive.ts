import { ZipReader, type FileEntry, type Reader } from '@zip.js/zip.js/lib/zip-core-reader.js'
import { type Bytes, MiB } from '#shared/units.ts'
import type { ImportEntry } from '../../rules/import/entryNames.ts'
import { ImportSourceError, type ImportSource, MAX_ENTRIES } from './importSource.ts'

/** ZIP archives store a time from 1980; programs without one write that. */
const EARLIEST_ZIP_TIME = Date.UTC(1981, 0, 1)

const SLICE: Bytes = MiB

/**
 * Reads a blob in slices. The library has a reader of blobs only together with the code that writes archives, which is half of it.
 */
function readSlices(blob: Blob): Reader<Blob> {
  const readUint8Array = async (offset: number, length: number) =>
    new Uint8Array(await blob.slice(offset, offset + length).arrayBuffer())
  const createReadable = ({ offset = 0, size = blob.size - offset }: { offset?: number; size?: number } = {}) => {
    let done = 0
    return new ReadableStream<Uint8Array>({
      async pull(controller) {
        const slice = await readUint8Array(offset + done, Math.min(SLICE, size - done))
        done += slice.length
        if (slice.length > 0) controller.enqueue(slice)
        if (slice.length === 0 || done >= size) controller.close()
      },
    })
  }
  return { size: blob.size, init: async () => {}, readUint8Array, createReadable } as unknown as Reader<Blob>
}

type OpenOptions = { readonly maxEntries?: number }

/** Opens a ZIP archive. Only its directory is read. Rejects with ImportSourceError. */
export async function openArchive(archive: Blob, { maxEntries = MAX_ENTRIES }: OpenOptions = {}): Promise<ImportSource> {
  const reader = new ZipReader(readSlices(archive), { useWebWorkers: false, checkSignature: true })
  const found = new Map<ImportEntry, FileEntry>()
  try {
    for await (const entry of reader.getEntriesGenerator()) {
      if (entry.directory) continue
      if (found.size === maxEntries) throw new ImportSourceError('tooManyFiles')
      const modifiedAt = entry.lastModDate.getTime()
      found.set(
        { path: entry.filename, size: entry.uncompressedSize, modifiedAt: modifiedAt > EARLIEST_ZIP_TIME ? modifiedAt : null },
        entry,
      )
    }
  } catch (error) {
    await reader.close().catch(() => {})
    throw error instanceof ImportSourceError ? error : new ImportSourceError('damaged', error)
  }
  return {
    entries: [...found.keys()],
    isEncrypted: (entry) => found.get(entry)?.encrypted ?? false,
    read: (entry, maxBytes, signal) => readEntry(found.get(entry), Math.min(maxBytes, entry.size), entry.size > maxBytes, signal),
    close: async () => {
      await reader.close()
    },
  }
}

/**
 * Reads one file of an archive. An archive bomb has more bytes than its directory says, or says more than a recording can have; either
 * way no more than `maxBytes` are unpacked.
 */
async function readEntry(entry: FileEntry | undefined, maxBytes: Bytes, isTooLarge: boolean, signal: AbortSignal): Promise<Blob> {
  if (!entry) throw new ImportSourceError('damaged')
  if (entry.encrypted) throw new ImportSourceError('encrypted')
  if (isTooLarge) throw new ImportSourceError('tooLarge')
  let size = 0
  const limited = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.length
      if (size > maxBytes) throw new ImportSourceError('tooLarge')
      controller.enqueue(chunk)
    },
  })
  // The browser collects a response on its disk when it is large.
  const collected = new Response(limited.readable as ReadableStream<Uint8Array<ArrayBuffer>>).blob()
  collected.catch(() => {})
  try {
    await entry.getData(limited.writable, { signal })
    return await collected
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof ImportSourceError ? error : new ImportSourceError(size > maxBytes ? 'tooLarge' : 'damaged', error)
  }
}
