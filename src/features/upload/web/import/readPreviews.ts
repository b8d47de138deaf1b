import { z } from 'zod/mini'
import type { Bytes } from '#shared/units.ts'
import { type ImportGroup, groupEntries } from '../../rules/import/groupEntries.ts'
import type { ImportPreview } from '../../rules/import/importPreview.ts'
import type { ImportedRecording } from '../../rules/import/readRecording.ts'
import type { ImportEntry } from '../../rules/import/entryNames.ts'
import type { ImportSource } from './importSource.ts'
import { readRecordingInWorker } from './readInWorker.ts'
import type { ReadRecordingFiles } from './readRecordingFiles.ts'
import { MAX_TEXT_BYTES, readTextEntry } from './readTextEntry.ts'

export type PreviewList = {
  readonly previews: readonly ImportPreview[]
  readonly folderNames: ReadonlyMap<string, string>
  /** The number of files that belong to no recording. */
  readonly skipped: number
}

type PreviewOptions = {
  readonly limit: Bytes
  readonly isKnown: (recording: ImportedRecording) => boolean
  readonly onProgress: (done: number, total: number) => void
  readonly signal: AbortSignal
}

/** Reads the texts of an export one after another and returns what would be imported, the newest recording first. */
export async function readPreviews(source: ImportSource, options: PreviewOptions): Promise<PreviewList> {
  const { onProgress, signal } = options
  const { groups, account, skipped } = groupEntries(source.entries)
  const folderNames = await readFolderNames(source, account, signal)
  const previews: ImportPreview[] = []
  let others = skipped
  for (const [n, group] of groups.entries()) {
    signal.throwIfAborted()
    onProgress(n, groups.length)
    const preview = toPreview(group, await readGroup(source, group, { folderNames, signal }), source, options)
    if (preview) previews.push(preview)
    others += preview ? group.texts.filter(({ role }) => role === 'chat').length : group.texts.length
  }
  const sorted = previews.toSorted((a, b) => (b.startTime ?? 0) - (a.startTime ?? 0))
  return { previews: sorted, folderNames, skipped: others }
}

type ReadOptions = { readonly folderNames: ReadonlyMap<string, string>; readonly signal: AbortSignal }

/** Reads the texts of one recording. */
export async function readGroup(
  source: ImportSource,
  group: ImportGroup,
  { folderNames, signal }: ReadOptions,
): Promise<ReadRecordingFiles> {
  const files: (Blob | string | null)[] = []
  for (const text of group.texts) {
    try {
      files.push(text.role === 'chat' ? null : await readTextEntry(source, text, signal))
    } catch {
      signal.throwIfAborted()
      files.push(null)
    }
  }
  return readRecordingInWorker({ group, files, folderNames }, signal)
}

/** Returns null for texts without sound that are no transcript, such as a read-me file. */
function toPreview(
  group: ImportGroup,
  recording: ReadRecordingFiles,
  source: ImportSource,
  { limit, isKnown }: PreviewOptions,
): ImportPreview | null {
  const { segments, summary, problem, ...facts } = recording
  if (!group.sound && !segments) return null
  const soundProblem = group.sound && problemOfSound(group.sound, source, limit)
  return {
    ...facts,
    group,
    hasTranscript: segments !== null,
    hasSummary: summary !== '',
    speakers: [...new Set(segments?.map(({ speaker }) => speaker))].filter(Boolean),
    problem: soundProblem ?? problem,
    isKnown: isKnown(recording),
  }
}

function problemOfSound(sound: ImportEntry, source: ImportSource, limit: Bytes): 'encrypted' | 'tooLarge' | null {
  if (source.isEncrypted(sound)) return 'encrypted'
  return sound.size > limit ? 'tooLarge' : null
}

const Account = z.object({ folders: z._default(z.array(z.object({ id: z.string(), name: z.string() })), []) })

/** Returns the names of the folders in a copy of an Earshot account, by id. */
async function readFolderNames(
  source: ImportSource,
  account: ImportEntry | null,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  if (!account) return new Map()
  try {
    const text = await (await source.read(account, MAX_TEXT_BYTES, signal)).text()
    return new Map(z.parse(Account, JSON.parse(text)).folders.map(({ id, name }) => [id, name]))
  } catch {
    signal.throwIfAborted()
    return new Map()
  }
}
