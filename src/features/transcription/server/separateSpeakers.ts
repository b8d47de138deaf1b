import { openAudio, readChannelSpans, requireFile, type FileRecord } from '#features/files/server.ts'
import type { Segment } from '#features/files/contract.ts'
import type { Millis } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { joinWords } from '#platform/speech/languages.ts'
import { diarizeRecording } from '#platform/speech/channels/diarizeRecording.ts'
import type { Diarization } from '#platform/speech/speakers.ts'
import { MAX_SPEAKER_SECONDS } from '../contract.ts'
import { assignSpeakers, defaultSpeakerName, keepSpeakerNames } from '../rules.ts'
import { saveRecognized } from './editing/saveRecognized.ts'
import { openTranscript, readMachine } from './editing/transcriptState.ts'
import { listAllSpeakers, replaceSpeakers } from './store.ts'

export type SeparationTask = {
  userId: string
  fileId: string
  /** Maximum number of speakers; undefined to detect it. */
  atMost: number | undefined
  signal: AbortSignal
  onProgress: (done: Millis) => Promise<void>
  /** Called in the saving transaction. Rejects when the task was cancelled or claimed by another attempt, so nothing is saved. */
  fence: (tx: AppContext) => Promise<void>
}

/** Returns whether a recording is short enough for speaker separation (B§5, B§9). */
export const canSeparateSpeakers = ({ duration_ms }: Pick<FileRecord, 'duration_ms'>): boolean =>
  Math.floor(duration_ms / 1000) <= MAX_SPEAKER_SECONDS

/**
 * Separates the speakers of a transcript again. The words do not change; names given by the user go to the speakers who say most of
 * the same. Rejects with NotFound, AudioError or SpeechError.
 */
export async function separateSpeakers(ctx: AppContext, task: SeparationTask): Promise<Segment[]> {
  const { userId, fileId } = task
  const file = await requireFile(ctx, userId, fileId)
  const diarization = await diarizeFile(ctx, file, task)
  return ctx.transaction(async (tx) => {
    const state = await openTranscript(tx, { userId, fileId })
    await task.fence(tx)
    const before = await readMachine(state)
    const { segments, voices } = nameSpeakers(before, diarization)
    const named = keepSpeakerNames(before, segments)
    await replaceSpeakers(tx, userId, fileId, voices)
    return saveRecognized(tx, state, named, withDiarization(state.file.extra_data, 1))
  })
}

/** Returns who speaks when in a recording. */
export async function diarizeFile(
  ctx: AppContext,
  file: FileRecord,
  { atMost, signal, onProgress }: Pick<SeparationTask, 'atMost' | 'signal' | 'onProgress'>,
): Promise<Diarization> {
  const { source, declared } = await openAudio(ctx, file)
  return diarizeRecording(ctx.speech, source, {
    ...declared,
    spans: await readChannelSpans(ctx, file.user_id, file.file_id),
    atMost,
    signal,
    label: file.filename,
    onProgress: ({ done }) => void onProgress(done).catch(() => undefined),
  })
}

/** Returns the segments with speakers, and the voices by their assigned names. */
export function nameSpeakers(segments: readonly Segment[], { turns, speakers }: Diarization) {
  const assigned = assignSpeakers(segments, turns, joinWords)
  const voices = assigned.labels.flatMap((label, index) => {
    const voice = speakers[label]
    if (!voice || voice.embedding.length === 0) return []
    return [{ speaker: defaultSpeakerName(index), embedding: [...voice.embedding], clear_seconds: voice.clearSeconds }]
  })
  return { segments: assigned.segments, voices }
}

/** Returns the configuration of a transcript with `diarization` set to 1 or 0 (B§3). */
export const withDiarization = (extraData: FileRecord['extra_data'], diarization: 0 | 1) => ({
  tranConfig: { ...extraData.tranConfig, diarization },
})

/** Returns the voices in a user's recordings for the download of all personal data. */
export const exportVoices = async (ctx: AppContext, userId: string) => ({
  voices: (await listAllSpeakers(ctx, userId)).map(({ file_id, speaker, embedding, clear_seconds }) => ({
    file_id,
    speaker,
    embedding,
    clear_seconds,
  })),
})
