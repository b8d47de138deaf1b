import { BlobReader, ZipReader, type FileEntry } from '@zip.js/zip.js/lib/zip-core-custom.js'
import type { Bytes } from '#shared/units.ts'
import type { ImportEntry } from '../../rules/import/entryNames.ts'
import type { FoundFile } from '../selection/readFolders.ts'

/** An archive with more files is refused. A copy of an account has about ten for each recording. */
export const MAX_ENTRIES = 50_000

/** Why an archive, or a file of it, cannot be read. */
export type SourceFailure = 'damaged' | 'tooManyFiles' | 'encrypted' | 'tooLarge'

export class ImportSourceError extends Error {
  readonly failure: SourceFailure
  constructor(failure: SourceFailure, cause?: unknown) {
    super(failure, { cause })
    this.name = 'ImportSourceError'
    this.failure = failure
  }
}

/** ZIP archives store a time from 1980; programs without one write that. */
const EARLIEST_ZIP_TIME = Date.UTC(1981, 0, 1)

/** The files of an export. */
export type ImportSource = {
  readonly entries: readonly ImportEntry[]
  /**
   * Returns the bytes of a file, which are read as a stream and never held in memory here. Rejects with ImportSourceError when they
   * are damaged, encrypted, or more than `maxBytes` or than the archive says.
   */
  readonly read: (entry: ImportEntry, maxBytes: Bytes, signal: AbortSignal) => Promise<Blob>
  readonly isEncrypted: (entry: ImportEntry) => boolean
  readonly close: () => Promise<void>
}

type OpenOptions = { readonly maxEntries?: number }

/** Opens a ZIP archive. Only its directory is read. Rejects with ImportSourceError. */
export async function openArchive(archive: Blob, { maxEntries = MAX_ENTRIES }: OpenOptions = {}): Promise<ImportSource> {
  const reader = new ZipReader(new BlobReader(archive), { useWebWorkers: false, checkSignature: true })
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

/** Returns the files of a folder as a source. */
export function openFiles(files: readonly FoundFile[]): ImportSource {
  const found = new Map(
    files.map(({ file, path }): [ImportEntry, File] => [{ path, size: file.size, modifiedAt: file.lastModified }, file]),
  )
  if (found.size > MAX_ENTRIES) throw new ImportSourceError('tooManyFiles')
  return {
    entries: [...found.keys()],
    isEncrypted: () => false,
    read: async (entry, maxBytes) => {
      const file = found.get(entry)
      if (!file) throw new ImportSourceError('damaged')
      if (file.size > maxBytes) throw new ImportSourceError('tooLarge')
      return file
    },
    close: async () => {},
  }
}

/** Returns several sources as one: services split large exports, and put sound and texts into archives of their own. */
export function joinSources(sources: readonly ImportSource[]): ImportSource {
  const [first] = sources
  if (sources.length === 1 && first) return first
  const owners = new Map(sources.flatMap((source) => source.entries.map((entry) => [entry, source] as const)))
  if (owners.size > MAX_ENTRIES) throw new ImportSourceError('tooManyFiles')
  return {
    entries: [...owners.keys()],
    isEncrypted: (entry) => owners.get(entry)?.isEncrypted(entry) ?? false,
    read: async (entry, maxBytes, signal) => {
      const owner = owners.get(entry)
      if (!owner) throw new ImportSourceError('damaged')
      return owner.read(entry, maxBytes, signal)
    },
    close: async () => {
      await Promise.all(sources.map((source) => source.close()))
    },
  }
}
