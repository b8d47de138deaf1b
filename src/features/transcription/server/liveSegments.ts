import type { Segment } from '#features/files/contract.ts'
import type { AppContext } from '#platform/context.ts'
import { joinWords } from '#platform/speech/languages.ts'
import { Segmenter } from '../rules.ts'
import { findLatestTaskId, listWindows, toTranscribedWindow } from './store.ts'

/** Number of transcriptions whose segments are cached between requests. One of five hours takes about 10 MB. */
const MAX_KEPT = 8

/** The segments so far. `lastStart` is the start of the last added window. */
type Progress = { readonly segmenter: Segmenter; lastStart: number }

/**
 * Returns a function that returns the segments of a running transcription from number `from` on, and their number; null when none
 * is running. Pages call it after every window, so only windows that are new since the last request are read.
 */
export function createLiveSegments(ctx: AppContext) {
  const kept = new Map<string, Progress>()
  const takeProgress = (key: string): Progress => {
    const progress = kept.get(key) ?? { segmenter: new Segmenter(), lastStart: -1 }
    // The least recently used one is the first.
    kept.delete(key)
    kept.set(key, progress)
    for (const oldest of [...kept.keys()].slice(0, -MAX_KEPT)) kept.delete(oldest)
    return progress
  }
  return async (userId: string, fileId: string, from: number): Promise<{ segments: Segment[]; total: number } | null> => {
    const taskId = await findLatestTaskId(ctx, userId, fileId)
    if (taskId === undefined) return null
    const progress = takeProgress(JSON.stringify([userId, fileId, taskId]))
    for (const row of await listWindows(ctx, userId, fileId, { taskId, after: progress.lastStart })) {
      // A concurrent request may have added it.
      if (row.start_ms <= progress.lastStart) continue
      progress.segmenter.add(toTranscribedWindow(row))
      progress.lastStart = row.start_ms
    }
    return { segments: progress.segmenter.segments(joinWords, from), total: progress.segmenter.count }
  }
}
