import { cleanName } from '#shared/normalizeText.ts'
import { hours } from '#shared/units.ts'
import { z } from 'zod'
import { requireFile } from '#features/files/server.ts'
import type { AppContext } from '#platform/context.ts'
import { Invalid, NotFound } from '#platform/http/errors.ts'
import { job } from '#platform/jobs/jobs.ts'
import type { AskAnswer, AskThread } from '../contract.ts'
import { createAnswerRenamer } from './answerNames.ts'
import { listAnswers, listSentences } from './storeAnswers.ts'
import { deleteThreadsRemovedBefore, findThread, listAllThreads, listThreads, showThread, updateThread } from './storeThreads.ts'
import { toAnswer, toThread } from './wire.ts'

/** How long a removed thread can be restored. */
const RESTORABLE_FOR = hours(1)

/** Returns the threads about several recordings, or about one, latest first. Rejects with NotFound for an unknown recording. */
export async function readThreads(ctx: AppContext, userId: string, fileId: string | null): Promise<AskThread[]> {
  if (fileId !== null) await requireFile(ctx, userId, fileId)
  return (await listThreads(ctx, userId, fileId)).map(toThread)
}

/** Returns a thread with its answers, oldest first. Rejects with NotFound. */
export async function readThread(
  ctx: AppContext,
  userId: string,
  threadId: string,
): Promise<{ thread: AskThread; answers: AskAnswer[] }> {
  const thread = await findThread(ctx, userId, threadId)
  if (!thread) throw new NotFound()
  const sentences = await listSentences(ctx, userId, threadId)
  const answers = await listAnswers(ctx, userId, threadId)
  const now = ctx.clock.now()
  const rename = createAnswerRenamer(ctx, userId)
  const shown = []
  for (const row of answers) shown.push(toAnswer(row, await rename(row, sentences.get(row.answer_id) ?? []), now))
  return { thread: toThread(thread), answers: shown }
}

/** Renames a thread. Rejects with NotFound, or with Invalid for a title in which nothing is visible. */
export async function renameThread(ctx: AppContext, userId: string, threadId: string, title: string): Promise<AskThread> {
  const name = cleanName(title)
  if (name === '') throw new Invalid('body.title', 'nothing in the title is visible')
  return toThread(found(await updateThread(ctx, userId, threadId, { title: name })))
}

/** Hides a thread until it is restored or deleted. Rejects with NotFound. */
export async function removeThread(ctx: AppContext, userId: string, threadId: string): Promise<void> {
  found(await updateThread(ctx, userId, threadId, { removed_at: ctx.clock.now() }))
}

/** Restores a removed thread. Rejects with NotFound when it was deleted. */
export const restoreThread = async (ctx: AppContext, userId: string, threadId: string): Promise<AskThread> =>
  toThread(found(await showThread(ctx, userId, threadId)))

function found<T>(row: T | undefined): T {
  if (!row) throw new NotFound()
  return row
}

export const deleteRemovedThreadsJob = job('ask.delete-removed', z.object({}), { attempts: 3 })

/** Deletes the threads that can no longer be restored. */
export const deleteRemovedThreads = async (ctx: AppContext): Promise<void> =>
  deleteThreadsRemovedBefore(ctx, new Date(ctx.clock.now().getTime() - RESTORABLE_FOR))

/** Returns all threads with their questions, answers and quotes. */
export async function exportThreads(ctx: AppContext, userId: string): Promise<Record<string, unknown>> {
  const threads = await listAllThreads(ctx, userId)
  const exported = []
  for (const { thread_id } of threads) {
    const { thread, answers } = await readThread(ctx, userId, thread_id)
    exported.push({ title: thread.title, file_id: thread.file_id, made_at: thread.made_at, answers: answers.map(toExported) })
  }
  return { ask_threads: exported }
}

const toExported = ({ question, sentences, missing, engine, made_at }: AskAnswer) => ({
  question,
  missing,
  engine,
  made_at,
  sentences: sentences.map(({ text, citations }) => ({
    text,
    citations: citations.map(({ file_id, start_ms, quote }) => ({ file_id, start_ms, quote })),
  })),
})
