import { engineLanguage } from '#shared/languageOptions.ts'
import type { File } from '#features/files/contract.ts'
import { readFullFiles } from '#features/files/server.ts'
import { readNoteLines } from '#features/notes/server.ts'
import { languageOfTranscript } from '#features/transcription/server.ts'
import type { AppContext } from '#platform/context.ts'
import type { JobRun } from '#platform/jobs/jobs.ts'
import { sendEmbedRecording } from '../meaning/jobs.ts'
import { markOutdated } from '../meaning/storeVectors.ts'
import { type Weight, toTsvector, tokenize } from '../words/tokenize.ts'
import { type Passage, type PassageKind, notePassages, transcriptPassages } from './passages.ts'
import { type Target, deletePassages, insertPassages, listStored, lockIndexed, saveIndexed } from './storeIndex.ts'

/** The part of a recording that has changed. */
export type Part = 'title' | 'transcript' | 'notes'
const ALL_PARTS: readonly Part[] = ['title', 'transcript', 'notes']

const KINDS: Readonly<Record<Part, readonly PassageKind[]>> = {
  title: [],
  transcript: ['transcript'],
  notes: ['summary', 'note', 'highlight'],
}

const hasPassages = (part: Part): boolean => KINDS[part].length > 0

/**
 * Indexes the current state of these parts of a recording, or all of it if it has never been indexed. Safe to repeat: only changed
 * passages are written. Does nothing when the recording is deleted.
 */
export async function indexRecording(
  ctx: AppContext,
  target: Target,
  parts: readonly Part[],
  { runPart }: Pick<JobRun, 'runPart'>,
): Promise<void> {
  await ctx.transaction(async (tx) => {
    const row = await lockIndexed(tx, target)
    if (!row) return
    const index = () => (row.is_indexed ? indexLocked(tx, target, parts, false) : indexLocked(tx, target))
    if (!(await runPart(indexPart(target), index))) return
    if (!row.is_indexed || parts.some(hasPassages)) await sendEmbedRecording(tx, target)
  })
}

/** The name under which `runPart` counts deaths while indexing a recording. */
export const indexPart = ({ userId, fileId }: Target): string => `search.index:${userId}:${fileId}`

/** Indexes a recording whose row is locked. With `rewrites`, unchanged passages are written too. */
export async function indexLocked(
  tx: AppContext,
  target: Target,
  parts: readonly Part[] = ALL_PARTS,
  rewrites = true,
): Promise<void> {
  const [file] = await readFullFiles(tx, target.userId, [target.fileId])
  if (!file) return
  const passages = await createPassages(tx, target, file, parts)
  await replacePassages(tx, target, { kinds: parts.flatMap((part) => KINDS[part]), passages, rewrites })
  // Includes segments that were not understood, because they count in the order that gives speakers their colours in the
  // transcript.
  const speakers = [...new Set((file.trans_result ?? []).map(({ speaker }) => speaker))].filter((speaker) => speaker !== '')
  const title = toTsvector(tokenize(file.filename), 'A')
  if (parts.some(hasPassages)) await markOutdated(tx, target)
  await saveIndexed(tx, target, { title, language: languageOfFile(file), speakers })
}

async function createPassages(tx: AppContext, target: Target, file: File, parts: readonly Part[]): Promise<Passage[]> {
  return [
    ...(parts.includes('transcript') ? transcriptPassages(file.trans_result ?? []) : []),
    ...(parts.includes('notes') ? notePassages(await readNoteLines(tx, target.userId, target.fileId)) : []),
  ]
}

type Replacement = { kinds: readonly PassageKind[]; passages: readonly Passage[]; rewrites: boolean }

async function replacePassages(tx: AppContext, target: Target, { kinds, passages, rewrites }: Replacement): Promise<void> {
  const stored = (await listStored(tx, target, kinds)).map(({ note_name: noteName, ...rest }) => ({ ...rest, noteName }))
  const wanted = new Map(passages.map((passage) => [keyOf(passage), passage]))
  const outdated = stored.filter((passage) => rewrites || contentOf(passage) !== contentOf(wanted.get(keyOf(passage))))
  const outdatedKeys = new Set(outdated.map(keyOf))
  const keptKeys = new Set(stored.map(keyOf).filter((key) => !outdatedKeys.has(key)))
  await deletePassages(tx, target, outdated)
  const added = passages.filter((passage) => !keptKeys.has(keyOf(passage)))
  await insertPassages(
    tx,
    target,
    added.map((passage) => ({ ...passage, tsv: toTsvector(tokenize(passage.body), WEIGHTS[passage.kind]) })),
  )
}

const WEIGHTS: Readonly<Record<PassageKind, Weight>> = { summary: 'B', note: 'B', highlight: 'B', transcript: 'D' }

const keyOf = ({ kind, ref, n }: Pick<Passage, 'kind' | 'ref' | 'n'>): string => `${kind} ${n} ${ref}`
const contentOf = (passage: Pick<Passage, 'noteName' | 'speakers' | 'body' | 'spans'> | undefined): string | undefined =>
  passage && JSON.stringify([passage.noteName, passage.speakers, passage.body, passage.spans])

/** Returns the language of a recording for filters and word rules; '' when unknown. */
export const languageOfFile = ({ trans_result, extra_data }: Pick<File, 'trans_result' | 'extra_data'>): string =>
  engineLanguage(languageOfTranscript(trans_result ?? [], extra_data.tranConfig?.language))
