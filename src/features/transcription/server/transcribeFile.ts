import type { Millis } from '#kit/units.ts'
import { openSound, readFullFiles, requireFile, saveResults } from '#features/files/server.ts'
import type { Segment } from '#features/files/contract.ts'
import type { Ground } from '#platform/ground.ts'
import { decodeSound } from '#platform/sound/decodeSound.ts'
import { SoundError } from '#platform/sound/sound.ts'
import { joinWords } from '#platform/speech/joinWords.ts'
import type { HeardWindow } from '#platform/speech/speech.ts'
import { MAX_SECONDS } from '../contract.ts'
import { Segmenter } from '../rules.ts'
import { deleteWindows, insertWindow, listWindows, toHeard } from './store.ts'

export type Transcribing = {
  userId: string
  fileId: string
  taskId: string
  /** ISO 639-1, or undefined to detect it. */
  language: string | undefined
  signal: AbortSignal
  /** Called with the position reached and the number of segments transcribed so far. */
  onProgress: (done: Millis, heard: number) => Promise<void>
  /** Called in the saving transaction. Rejects when the task was cancelled or claimed by another attempt, so nothing is saved. */
  fence: (step: Ground, transcript: Transcript) => Promise<void>
}

export type Transcript = { segments: Segment[]; language: string }

/**
 * Transcribes a recording and saves the transcript. Each window is saved at once, so a new attempt resumes after the last saved
 * window, or returns the transcript that an earlier attempt of the same task has saved. When no word was recognised, the
 * transcript saved contains only the spans that were not understood (B§4). Rejects with NotFound, AudioError or SpeechError.
 */
export async function transcribeFile(ground: Ground, task: Transcribing): Promise<Transcript> {
  const { userId, fileId, taskId, signal } = task
  const file = await requireFile(ground, userId, fileId)
  const saved = await savedBy(ground, task)
  if (saved) return saved
  // Compared in whole seconds because transcoding makes a recording of exactly five hours slightly longer (B§5).
  if (Math.floor(file.duration_ms / 1000) > MAX_SECONDS) {
    throw new SoundError('too-long', 'This recording is longer than five hours.')
  }
  const heard = (await listWindows(ground, userId, fileId, taskId)).map(toHeard)
  const resumeAt = heard.at(-1)?.end ?? 0
  const segmenter = new Segmenter()
  for (const window of heard) segmenter.add(window)

  const { source, declared } = await openSound(ground, file)
  await ground.speech.transcribe(decodeSound(source, { ...declared, signal }), {
    language: task.language,
    resumeAt,
    signal,
    label: file.filename,
    onWindow: async (window) => {
      const { start, end, language, words, notUnderstood } = window
      await insertWindow(ground, {
        user_id: userId,
        file_id: fileId,
        task_id: taskId,
        start_ms: Math.round(start),
        end_ms: Math.round(end),
        language,
        words,
        not_understood: notUnderstood,
      })
      heard.push(window)
      segmenter.add(window)
      await task.onProgress(end, segmenter.count)
    },
    onProgress: ({ done }) => void task.onProgress(done, segmenter.count).catch(() => undefined),
  })

  signal.throwIfAborted()
  const segments = segmenter.segments(joinWords)
  const language = mostHeard(heard)
  await ground.inOneStep(async (step) => {
    const { extra_data } = await requireFile(step, userId, fileId)
    await saveResults(step, userId, fileId, {
      trans_result: segments,
      extra_data: {
        tranConfig: { ...extra_data.tranConfig, language },
        task_id_info: { ...extra_data.task_id_info, trans_task_id: taskId },
      },
    })
    await deleteWindows(step, userId, fileId)
    await task.fence(step, { segments, language })
  })
  return { segments, language }
}

/** Returns the transcript that an earlier attempt of this task has saved, or null. */
async function savedBy(ground: Ground, { userId, fileId, taskId }: Transcribing): Promise<Transcript | null> {
  const [file] = await readFullFiles(ground, userId, [fileId])
  if (!file?.trans_result || file.extra_data.task_id_info?.['trans_task_id'] !== taskId) return null
  return { segments: file.trans_result, language: file.extra_data.tranConfig?.language ?? '' }
}

/** Returns the language of most words, or '' when there are no words. */
function mostHeard(windows: readonly HeardWindow[]): string {
  const words = new Map<string, number>()
  for (const window of windows.filter((one) => one.words.length > 0))
    words.set(window.language, (words.get(window.language) ?? 0) + window.words.length)
  return [...words].sort((a, b) => b[1] - a[1])[0]?.[0] ?? ''
}
