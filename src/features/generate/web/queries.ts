import type { QueryClient } from '@tanstack/react-query'
import { rereadFiles } from '#features/files/web.tsx'
import { rereadNotes } from '#features/notes/web.tsx'
import { client } from '#kit/client.ts'
import { send } from '#ui/send.ts'
import { generateContract } from '../contract.ts'
import type { TaskView } from '../contract.ts'
import { hasMoved } from '../rules.ts'

/** The calls of this feature. */
export const generate = client('generate', generateContract, send)

/** What `info` of a task says when nobody chose (B§7). No language: the settings of the account decide, or the recording. */
export const AUTO = JSON.stringify({ diarization: 0, llm: 'auto', support_mul_summ: true })

export type StatusReply = Awaited<ReturnType<typeof generate.status>>

/** Has read again what a task writes, when a task came to another stage: the transcript is saved before the summary begins. */
export function rereadWhatMoved(queries: QueryClient, before: readonly TaskView[], after: readonly TaskView[]): void {
  const known = new Map(before.map((task) => [task.file_id, task]))
  if (!after.some((task) => task.stage !== 'queued' && task.stage !== 'transcribing' && hasMoved(known.get(task.file_id), task)))
    return
  rereadFiles(queries)
  rereadNotes(queries)
}
