import { formatTimeLink } from '#shared/markdown/inlineText.ts'
import { escapePlainText } from '#features/notes/server.ts'
import { serverTexts } from '#platform/text/serverTexts.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import type { AskAnswer, AskCitation, AskProgress, AskSentence } from '../contract.ts'
import { type AskOptions, type AskRefusal, askQuestion } from './askQuestion.ts'
import { findThread } from './storeThreads.ts'

/** An answer as one text, for programs that know nothing of sentences and their places. */
export type ChatAnswer = {
  readonly thread_id: string
  readonly answer_id: string
  readonly state: AskAnswer['state']
  /** Markdown. Each sentence ends with links to the times it rests on. */
  readonly content: string
  readonly citations: AskCitation[]
}

export type ChatMessage = {
  readonly fileId: string
  readonly message: string
  /** The conversation to continue; null for a new one. */
  readonly threadId: string | null
  /** The reader's language, for questions that do not show theirs. */
  readonly language: string
}

type ChatOptions = { readonly signal: AbortSignal; readonly onProgress: (answer: ChatAnswer) => void }

/** Asks a recording what `POST /ask/questions` asks it. Rejects with NotFound, also for a conversation about another recording. */
export async function answerMessage(
  ctx: AppContext,
  userId: string,
  { fileId, message, threadId, language }: ChatMessage,
  { signal, onProgress }: ChatOptions,
): Promise<ChatAnswer | AskRefusal> {
  if (threadId !== null && (await findThread(ctx, userId, threadId))?.file_id !== fileId) throw new NotFound()
  const toChat = ({ thread, answer }: AskProgress): ChatAnswer => ({
    thread_id: thread.thread_id,
    answer_id: answer.answer_id,
    state: answer.state,
    content: contentOf(answer, language),
    citations: answer.sentences.flatMap(({ citations }) => citations),
  })
  const options: AskOptions = { signal, onProgress: (progress) => onProgress(toChat(progress)) }
  const asked = await askQuestion(
    ctx,
    userId,
    { question: message, threadId, fileId, scope: null, topic: null, language },
    options,
  )
  return 'refused' in asked ? asked : toChat(asked)
}

/** `notSaid`: the reply when nothing in the recording answers the question. */
const textsIn = serverTexts<{ notSaid: string }>(new URL('./texts/', import.meta.url))

function contentOf({ sentences, state }: AskAnswer, language: string): string {
  if (sentences.length === 0 && state === 'done') return textsIn(language).notSaid
  return sentences.map((sentence) => withLinks(sentence)).join(' ')
}

/** Returns a sentence in Markdown, with a link to each of these places. */
export function withLinks({ text, citations }: AskSentence): string {
  const links = citations.map(({ start_ms }) => formatTimeLink(start_ms))
  return [escapePlainText(text), ...links].join(' ')
}
