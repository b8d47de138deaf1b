import { type Locale, localeFor } from '#shared/locales.ts'
import { toTimeLink } from '#shared/timeLink.ts'
import { formatTimestamp } from '#shared/timestamp.ts'
import { escapeMarkdown } from '#features/notes/server.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import type { AskAnswer, AskCitation, AskProgress, AskSentence } from '../contract.ts'
import { type AskOptions, type AskRefusal, askQuestion } from './askQuestion.ts'
import { findThread } from './storeThreads.ts'

/** An answer as a single text, for programs that do not support sentences and citations. */
export type ChatAnswer = {
  readonly thread_id: string
  readonly answer_id: string
  readonly state: AskAnswer['state']
  /** Markdown. Each sentence ends with links to the cited times. */
  readonly content: string
  readonly citations: AskCitation[]
}

export type ChatMessage = {
  readonly fileId: string
  readonly message: string
  /** The conversation to continue; null for a new one. */
  readonly threadId: string | null
  /** The reader's language, for questions whose language cannot be detected. */
  readonly language: string
}

type ChatOptions = { readonly signal: AbortSignal; readonly onProgress: (answer: ChatAnswer) => void }

/**
 * Asks a question about a recording like `POST /ask/questions`. Rejects with NotFound, also for a conversation about another
 * recording.
 */
export async function answerMessage(
  ctx: AppContext,
  userId: string,
  { fileId, message, threadId, language }: ChatMessage,
  { signal, onProgress }: ChatOptions,
): Promise<ChatAnswer | AskRefusal> {
  if (threadId !== null && (await findThread(ctx, userId, threadId))?.file_id !== fileId) throw new NotFound()
  const toChat = ({ thread, answer }: AskProgress): ChatAnswer => ({
    ...{ thread_id: thread.thread_id, answer_id: answer.answer_id, state: answer.state },
    content: contentOf(answer, localeFor(language)),
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

function contentOf({ sentences, state }: AskAnswer, locale: Locale): string {
  if (sentences.length === 0 && state === 'done') return NOT_SAID[locale]
  return sentences.map((sentence) => withLinks(sentence)).join(' ')
}

/** Returns a sentence in Markdown with a link to each citation. */
export function withLinks({ text, citations }: AskSentence): string {
  const links = citations.map(({ start_ms }) => `[${formatTimestamp(start_ms)}](${toTimeLink(start_ms)})`)
  return [escapeMarkdown(text), ...links].join(' ')
}

/** The reply when nothing in the recording answers the question. */
const NOT_SAID: Readonly<Record<Locale, string>> = {
  en_US: 'The recording does not say.',
  es_ES: 'La grabación no lo dice.',
  fr_FR: 'L’enregistrement ne le dit pas.',
  de_DE: 'Die Aufnahme sagt dazu nichts.',
  it_IT: 'La registrazione non lo dice.',
  ja_JP: '録音の中に答えは見つかりませんでした。',
  ko_KR: '녹음에서 답을 찾을 수 없습니다.',
  pt_PT: 'A gravação não o diz.',
  zh_CN: '录音中没有提到这一点。',
  zh_TW: '錄音中沒有提到這一點。',
}
