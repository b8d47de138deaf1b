import type { Millis } from '#shared/units.ts'
import { openAudio, readFullFiles, requireFile, type FileRecord } from '#features/files/server.ts'
import type { Segment } from '#features/files/contract.ts'
import type { AppContext } from '#platform/context.ts'
import { decodeAudio } from '#platform/audio/decodeAudio.ts'
import { AudioError } from '#platform/audio/audio.ts'
import { joinWords } from '#platform/speech/languages.ts'
import { SpeechError, type TranscribedWindow } from '#platform/speech/speech.ts'
import { MAX_SECONDS } from '../contract.ts'
import { hasWords, Segmenter } from '../rules.ts'
import { saveRecognized } from './editing/saveRecognized.ts'
import { openTranscript } from './editing/transcriptState.ts'
import { canSeparateSpeakers, diarizeFile, nameSpeakers, withDiarization } from './separateSpeakers.ts'
import { listTermsFor } from './word-list/wordList.ts'
import { deleteWindows, insertWindow, listWindows, replaceSpeakers, toTranscribedWindow, type SpeakerVoice } from './store.ts'

export type TranscriptionTask = {
  userId: string
  fileId: string
  taskId: string
  /** ISO 639-1, or undefined to detect it. */
  language: string | undefined
  /** Whether the transcript is translated to English. */
  translate: boolean
  /** Whether to separate speakers, and how many there are at most. */
  speakers: { atMost: number | undefined } | undefined
  signal: AbortSignal
  /** Called with the position reached and the number of segments transcribed so far. */
  onProgress: (done: Millis, segmentCount: number) => Promise<void>
  /**
   * Called in the transaction that saves a window. Rejects like `fence`, so that two attempts never save windows for the same time.
   */
  fenceWindow: (tx: AppContext) => Promise<void>
  /** Called after each window. True stops the transcription, so that another task can run first. */
  shouldStop: (done: Millis) => Promise<boolean>
  /** Whether an earlier attempt has saved all windows. */
  hasAllWords: boolean
  /** Whether this call also separates speakers. */
  separatesNow: boolean
  /** Called with the position reached by the separation of speakers, which follows the transcription. */
  onSeparation: (done: Millis) => Promise<void>
  /** Called in the saving transaction. Rejects when the task was cancelled or claimed by another attempt, so nothing is saved. */
  fence: (tx: AppContext, transcript: Transcript) => Promise<void>
}

export type Transcript = { segments: Segment[]; language: string }

/**
 * Transcribes a recording and saves the transcript. Each window is saved immediately, so a new attempt resumes after the last saved
 * window, or returns the transcript saved by an earlier attempt of the same task. When no words were recognised, the transcript
 * contains only the spans that were not understood (B§4). If separating speakers fails, the transcript has no speakers. Returns
 * `stopped` when `shouldStop` returned true. Rejects with NotFound, AudioError or SpeechError.
 */
export async function transcribeFile(
  ctx: AppContext,
  task: TranscriptionTask,
): Promise<Transcript | 'stopped' | 'before-separation'> {
  const { userId, fileId, taskId, signal } = task
  const file = await requireFile(ctx, userId, fileId)
  const savedTranscript = await findSavedTranscript(ctx, task)
  if (savedTranscript) return savedTranscript
  // Compared in whole seconds because transcoding makes a recording of exactly five hours slightly longer (B§5).
  if (Math.floor(file.duration_ms / 1000) > MAX_SECONDS) {
    throw new AudioError('too-long', 'This recording is longer than 5 hours.')
  }
  const windows = (await listWindows(ctx, userId, fileId, { taskId })).map(toTranscribedWindow)
  const segmenter = new Segmenter()
  for (const window of windows) segmenter.add(window)

  const isStopped = !task.hasAllWords && (await transcribeRest(ctx, file, task, { windows, segmenter }))
  signal.throwIfAborted()
  if (isStopped) return 'stopped'
  const segments = segmenter.segments(joinWords)
  if (needsSeparation(file, segments, task) && !task.separatesNow) return 'before-separation'
  const named = await nameSpeakersOf(ctx, segments, file, task)
  const language = mainLanguage(windows)
  return { segments: await saveTranscript(ctx, task, { ...named, language }), language }
}

type Progress = { windows: TranscribedWindow[]; segmenter: Segmenter }

/** Transcribes the rest after the last window. Resolves to whether `shouldStop` has stopped it. */
async function transcribeRest(
  ctx: AppContext,
  file: FileRecord,
  task: TranscriptionTask,
  { windows, segmenter }: Progress,
): Promise<boolean> {
  const { userId, fileId, taskId, signal } = task
  const { source, declared } = await openAudio(ctx, file)
  const { isStopped } = await ctx.speech.transcribe(decodeAudio(source, { ...declared, signal }), {
    language: task.language,
    translate: task.translate,
    glossary: (await listTermsFor(ctx, userId, file.filetag_ids)).map(({ term }) => term),
    resumeAt: windows.at(-1)?.end ?? 0,
    signal,
    label: file.filename,
    onWindow: async (window) => {
      const { start, end, language, words, notUnderstood } = window
      await ctx.transaction(async (tx) => {
        await task.fenceWindow(tx)
        await insertWindow(tx, {
          user_id: userId,
          file_id: fileId,
          task_id: taskId,
          start_ms: Math.round(start),
          end_ms: Math.round(end),
          language,
          words,
          not_understood: notUnderstood,
        })
      })
      windows.push(window)
      segmenter.add(window)
      await task.onProgress(end, segmenter.count)
      return (await task.shouldStop(end)) ? 'stop' : undefined
    },
    onProgress: ({ done }) => void task.onProgress(done, segmenter.count).catch(() => undefined),
  })
  return isStopped === true
}

type NamedTranscript = Transcript & { voices: readonly SpeakerVoice[]; isSeparated: boolean }

async function saveTranscript(ctx: AppContext, task: TranscriptionTask, transcript: NamedTranscript): Promise<Segment[]> {
  const { userId, fileId, taskId } = task
  const { segments, language, voices, isSeparated } = transcript
  return ctx.transaction(async (tx) => {
    // Locked before it is read, so that concurrent changes are kept.
    const state = await openTranscript(tx, { userId, fileId })
    const { extra_data } = state.file
    const { tranConfig } = withDiarization(extra_data, isSeparated ? 1 : 0)
    const edited = await saveRecognized(tx, state, segments, {
      tranConfig: { ...tranConfig, language },
      task_id_info: { ...extra_data.task_id_info, trans_task_id: taskId },
    })
    await deleteWindows(tx, userId, fileId)
    await replaceSpeakers(tx, userId, fileId, voices)
    await task.fence(tx, { segments: edited, language })
    return edited
  })
}

/** Whether the task requests speakers and the recording is not too long for that. */
const needsSeparation = (file: FileRecord, segments: readonly Segment[], { speakers }: TranscriptionTask): boolean =>
  speakers !== undefined && canSeparateSpeakers(file) && hasWords(segments)

/** Names the speakers of new segments when needed. */
async function nameSpeakersOf(ctx: AppContext, segments: Segment[], file: FileRecord, task: TranscriptionTask) {
  const unnamed = { segments, voices: [], isSeparated: false }
  if (!task.speakers || !needsSeparation(file, segments, task)) return unnamed
  try {
    const { atMost } = task.speakers
    const diarization = await diarizeFile(ctx, file, { atMost, signal: task.signal, onProgress: task.onSeparation })
    return { ...nameSpeakers(segments, diarization), isSeparated: true }
  } catch (error) {
    if (task.signal.aborted || !(error instanceof SpeechError)) throw error
    ctx.log.warn({ err: error, fileId: task.fileId }, 'the speakers could not be separated; the transcript is saved without them')
    return unnamed
  }
}

/** Returns the transcript that an earlier attempt of this task has saved, or null. */
async function findSavedTranscript(ctx: AppContext, { userId, fileId, taskId }: TranscriptionTask): Promise<Transcript | null> {
  const [file] = await readFullFiles(ctx, userId, [fileId])
  if (!file?.trans_result || file.extra_data.task_id_info?.['trans_task_id'] !== taskId) return null
  return { segments: file.trans_result, language: file.extra_data.tranConfig?.language ?? '' }
}

/** Returns the language of most words, or '' when there are no words. */
function mainLanguage(windows: readonly TranscribedWindow[]): string {
  const wordCounts = new Map<string, number>()
  for (const window of windows.filter((item) => item.words.length > 0))
    wordCounts.set(window.language, (wordCounts.get(window.language) ?? 0) + window.words.length)
  return [...wordCounts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? ''
}
