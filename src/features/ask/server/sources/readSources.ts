import { readFullFiles } from '#features/files/server.ts'
import type { File } from '#features/files/contract.ts'
import { toSpokenSegments } from '#features/notes/server.ts'
import { findPassages, languageOfFile, type RelevantPassage } from '#features/search/server.ts'
import type { AppContext } from '#platform/context.ts'
import type { AskScope, AskTopic } from '../../contract.ts'
import { topicInThread } from '../answering/inThread.ts'
import type { Question } from '../question/readQuestion.ts'
import type { SourceRecording, Sources } from './Sources.ts'
import { listTranscribed, toFilter } from './storeScope.ts'

/** Maximum number of passages, and of recordings they are from. */
const MAX_PASSAGES = 40
const MAX_RECORDINGS = 12
/** Number of recordings for a question without words of its own. */
const LATEST = 6
/** Number of segments read before and after a passage. */
const NEIGHBOURS = 1

export type ReadSources = {
  readonly sources: Sources
  /**
   * The number of passages that contain each word of the question; null when the recording is read in full and they are counted
   * there.
   */
  readonly counts: readonly number[] | null
}

/**
 * Reads the sources of an answer: a single recording in full, otherwise the passages that the search finds for any of its words.
 * The texts come from the recordings themselves, so the answer quotes their current state. Null when no recording of the scope has
 * a transcript.
 */
export async function readSources(
  ctx: AppContext,
  userId: string,
  question: Question,
  { scope, signal }: { readonly scope: AskScope; readonly signal: AbortSignal },
): Promise<ReadSources | null> {
  const transcribed = await listTranscribed(ctx, userId, scope, LATEST)
  const [first] = transcribed
  if (first === undefined) return null
  if (transcribed.length === 1) return { sources: await readWhole(ctx, userId, first, scope), counts: null }
  if (question.words.length === 0) {
    const asked = { scope, topic: question.topic ?? 'overview', signal } as const
    return { sources: await readLatest(ctx, userId, transcribed, asked), counts: null }
  }
  const { passages, counts } = await findPassages(
    ctx,
    userId,
    question.words.map(({ text, beginning, weight }) => ({ word: text, beginning, weight })),
    { scope: { filter: toFilter(scope), speakers: scope.speakers }, limit: MAX_PASSAGES, text: question.text },
  )
  return { sources: await readPassages(ctx, userId, passages, scope), counts }
}

async function readWhole(ctx: AppContext, userId: string, fileId: string, scope: AskScope): Promise<Sources> {
  const [file] = await readFullFiles(ctx, userId, [fileId])
  const recordings = file ? [toRecording(file, scope)] : []
  return { recordings, passages: recordings[0]?.chosen.length ?? 0, isWhole: scope.speakers.length === 0 }
}

async function readPassages(
  ctx: AppContext,
  userId: string,
  passages: readonly RelevantPassage[],
  scope: AskScope,
): Promise<Sources> {
  const byFile = [...Map.groupBy(passages, ({ fileId }) => fileId)].slice(0, MAX_RECORDINGS)
  const recordings: SourceRecording[] = []
  for (const [fileId, found] of byFile) {
    const [file] = await readFullFiles(ctx, userId, [fileId])
    if (!file) continue
    const ids = new Set(found.flatMap(({ segmentIds }) => segmentIds))
    recordings.push(...withChosen(toRecording(file, scope), ids, NEIGHBOURS))
  }
  return { recordings, passages: byFile.reduce((sum, [, found]) => sum + found.length, 0), isWhole: false }
}

type AskedOfAll = { readonly scope: AskScope; readonly topic: AskTopic; readonly signal: AbortSignal }

/** Reads the segments on which the overviews of the latest recordings are based. */
async function readLatest(
  ctx: AppContext,
  userId: string,
  fileIds: readonly string[],
  { scope, topic, signal }: AskedOfAll,
): Promise<Sources> {
  const recordings: SourceRecording[] = []
  // One at a time, because a long transcript takes tens of megabytes in memory.
  for (const fileId of fileIds) {
    const [file] = await readFullFiles(ctx, userId, [fileId])
    if (!file) continue
    const recording = toRecording(file, scope)
    const points = await topicInThread(ctx, { userId, signal }, recording, topic)
    recordings.push(...withChosen(recording, new Set(points.flatMap(({ segmentIds }) => segmentIds)), 0))
  }
  return { recordings, passages: recordings.reduce((sum, { chosen }) => sum + chosen.length, 0), isWhole: false }
}

function toRecording(file: File, { speakers }: AskScope): SourceRecording {
  const segments = toSpokenSegments(file.trans_result ?? [])
  const chosen = segments.flatMap(({ speaker }, index) => (speakers.length === 0 || speakers.includes(speaker) ? [index] : []))
  return {
    fileId: file.id,
    title: file.filename,
    startTime: file.start_time,
    duration: file.duration,
    segments,
    chosen,
    language: languageOfFile(file),
  }
}

/** Returns a recording with only the given segments and their neighbours; nothing when they no longer exist. */
function withChosen(recording: SourceRecording, ids: ReadonlySet<string>, neighbours: number): SourceRecording[] {
  const found = recording.segments.flatMap(({ id }, index) => (ids.has(id) ? [index] : []))
  const near = new Set(found.flatMap((index) => Array.from({ length: 2 * neighbours + 1 }, (_, n) => index + n - neighbours)))
  const chosen = recording.chosen.filter((index) => near.has(index))
  return chosen.length === 0 ? [] : [{ ...recording, chosen }]
}
