import type { QueryClient } from '@tanstack/react-query'
import { invalidateFiles } from '#features/files/web.tsx'
import { invalidateNotes } from '#features/notes/web.tsx'
import { client } from '#shared/client.ts'
import { send } from '#browser/http/send.ts'
import { generateContract } from '../contract.ts'
import type { TaskView } from '../contract.ts'
import { hasChanged } from '../rules.ts'

/** The typed HTTP client of the generate contract. */
export const generate = client('generate', generateContract, send)

/** The default `info` of a task (B§7). It names no language, so the settings of the account or the detection decide. */
export const DEFAULT_INFO = JSON.stringify({ diarization: 0, llm: 'auto', support_mul_summ: true })

export type StatusReply = Awaited<ReturnType<typeof generate.status>>

/**
 * Invalidates recordings and notes when a task has reached another stage after the transcription. The transcript is already
 * saved when the summary starts.
 */
export function invalidateChanged(queries: QueryClient, before: readonly TaskView[], after: readonly TaskView[]): void {
  const tasksByFile = new Map(before.map((task) => [task.file_id, task]))
  if (
    !after.some(
      (task) => task.stage !== 'queued' && task.stage !== 'transcribing' && hasChanged(tasksByFile.get(task.file_id), task),
    )
  )
    return
  invalidateFiles(queries)
  invalidateNotes(queries)
}

/** Returns the seconds of audio being transcribed now, and the seconds still to do (B§7 `GET /ai/trans-status`). */
export async function fetchTranscribingSeconds(): Promise<{ total: number; remaining: number }> {
  const { total_seconds, remain_total } = await generate.transStatus({}, { quiet: true })
  return { total: total_seconds, remaining: remain_total }
}
