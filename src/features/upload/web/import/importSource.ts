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
