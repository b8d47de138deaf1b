import { type QueryClient, useQuery } from '@tanstack/react-query'
import { minutes } from '#shared/units.ts'
import type { AskAnswer, AskProgress, AskThread } from '../contract.ts'
import { ask } from './askClient.ts'

const inputOf = (fileId: string | null) => ({ query: { file_id: fileId ?? undefined } })
const threadInput = (threadId: string) => ({ params: { thread_id: threadId } })

/** The threads of the library, or those about one recording. */
export const useThreads = (fileId: string | null, isShown = true) =>
  useQuery({
    queryKey: ask.threads.key(inputOf(fileId)),
    queryFn: ({ signal }) => ask.threads(inputOf(fileId), { signal }),
    select: ({ data }) => data,
    enabled: isShown,
  })

/** A thread with its answers. */
export const useThread = (threadId: string | null) =>
  useQuery({
    queryKey: ask.thread.key(threadInput(threadId ?? '')),
    queryFn: ({ signal }) => ask.thread(threadInput(threadId ?? ''), { signal }),
    select: ({ data }) => data,
    enabled: threadId !== null,
  })

export const useSuggestions = (fileId: string | null) =>
  useQuery({
    queryKey: ask.suggestions.key(inputOf(fileId)),
    queryFn: ({ signal }) => ask.suggestions(inputOf(fileId), { signal }),
    select: ({ data }) => data,
    staleTime: minutes(5),
  })

/** Shows an answer in its thread before the thread is loaded again, and the thread at the top of the list. */
export function showProgress(queries: QueryClient, { thread, answer }: AskProgress): void {
  queries.setQueryData<Awaited<ReturnType<typeof ask.thread>>>(ask.thread.key(threadInput(thread.thread_id)), (reply) => ({
    ...(reply ?? { status: 0, msg: '', request_id: '' }),
    data: { thread, answers: replaceAnswer(reply?.data.answers ?? [], answer) },
  }))
  changeThreads(queries, thread.file_id, (threads) => [
    thread,
    ...threads.filter(({ thread_id }) => thread_id !== thread.thread_id),
  ])
}

export const replaceAnswer = (answers: readonly AskAnswer[], answer: AskAnswer): AskAnswer[] =>
  answers.some(({ answer_id }) => answer_id === answer.answer_id)
    ? answers.map((each) => (each.answer_id === answer.answer_id ? answer : each))
    : [...answers, answer]

/** Changes the shown list of threads. Does nothing before it is loaded. */
export function changeThreads(queries: QueryClient, fileId: string | null, change: (threads: AskThread[]) => AskThread[]): void {
  queries.setQueryData<Awaited<ReturnType<typeof ask.threads>>>(
    ask.threads.key(inputOf(fileId)),
    (reply) => reply && { ...reply, data: change(reply.data) },
  )
}
