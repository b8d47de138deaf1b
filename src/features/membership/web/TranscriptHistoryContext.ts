import { createContext } from 'react'
import type { Millis, Seconds } from '#shared/units.ts'

/** A transcription of the history (A§7), as far as the membership centre shows it. */
export type PastTranscription = {
  task_id: string
  file_id: string
  filename: string
  duration: Millis
  /** False for the sample recording, which is transcribed for free. */
  uses_minutes: boolean
  stage: string
  status: number
  made_at: Seconds
}

/** Returns the latest transcriptions, newest first. */
export type FetchTranscriptHistory = (signal: AbortSignal) => Promise<readonly PastTranscription[]>

/**
 * Loads the history of the transcriptions. It belongs to `generate`, which uses this feature. The main layout therefore provides
 * it.
 */
export const TranscriptHistoryContext = createContext<FetchTranscriptHistory>(async () => [])
