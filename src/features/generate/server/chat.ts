import { type ChatAnswer, type ChatMessage, answerMessage } from '#features/ask/server.ts'
import type { AppContext } from '#platform/context.ts'
import { StreamedReply } from '#platform/http/StreamedReply.ts'
import { streamProgress } from '#platform/http/streamProgress.ts'
import { NO_RESULTS } from './taskResults.ts'

/** The refusals of the contract that stand for those of a question. */
const REFUSALS = {
  notIncluded: 'askNotIncluded',
  nothingToRead: 'noTranscript',
  tooManyAnswers: 'tooManyAnswers',
  tooManyThreads: 'tooManyThreads',
} as const

type ChatReply =
  | StreamedReply
  | { readonly refused: (typeof REFUSALS)[keyof typeof REFUSALS] }
  | (typeof NO_RESULTS & { status: number; msg: string; data: ChatAnswer })

type ChatOptions = { readonly signal: AbortSignal; readonly isStreamed: boolean }

/** Returns the reply to a message (B§7), whole or while it is written, or why there is none. Rejects with NotFound. */
export async function chat(
  ctx: AppContext,
  userId: string,
  message: ChatMessage,
  { signal, isStreamed }: ChatOptions,
): Promise<ChatReply> {
  const answer = (onProgress: (progress: ChatAnswer) => void) => answerMessage(ctx, userId, message, { signal, onProgress })
  const replied = isStreamed ? await streamProgress(answer, (data) => ({ ...NO_RESULTS, data })) : await answer(() => {})
  if (replied instanceof StreamedReply) return replied
  if ('refused' in replied) return { refused: REFUSALS[replied.refused] }
  return { ...NO_RESULTS, status: 0, msg: 'success', data: replied }
}
