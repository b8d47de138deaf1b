import type { AppContext } from '#platform/context.ts'
import { json, type JsonTable } from '#platform/db/json.ts'
import type { ModelFailureInfo } from '#features/notes/contract.ts'
import type { NamesOfVoices } from '#features/transcription/server.ts'
import type { AskAnswer, AskScope, AskSources, AskTopic, NoModel } from '../contract.ts'

export type AnswerKey = { user_id: string; thread_id: string; answer_id: string }

/** The names of speakers, by recording. */
export type SpeakersOfFiles = Readonly<Record<string, NamesOfVoices>>

export type AnswerRecord = AnswerKey & {
  question: string
  topic: AskTopic | null
  scope: AskScope
  /** The reader's language, for questions whose language cannot be detected. */
  language: string
  state: AskAnswer['state']
  engine: string | null
  no_model: NoModel | null
  failed_model: string | null
  model_failure: ModelFailureInfo['failure'] | null
  sources: AskSources
  /** The names used in its sentences; empty for quotes. */
  speakers: SpeakersOfFiles
  missing: string | null
  left_out: number
  made_at: Date
}

type SentenceRecord = AnswerKey & { n: number; is_related: boolean; text: string }
type CitationRecord = AnswerKey & {
  n: number
  position: number
  file_id: string
  segment_id: string
  start_ms: number
  end_ms: number
  quote: string
}

/** A stored sentence with its citations. */
export type StoredSentence = Pick<SentenceRecord, 'n' | 'is_related' | 'text'> & {
  readonly citations: readonly Omit<CitationRecord, keyof AnswerKey | 'n' | 'position'>[]
}

type AnswerTable = JsonTable<AnswerRecord, 'scope' | 'sources' | 'speakers'>
type Tables = { ask_answer: AnswerTable; ask_sentence: SentenceRecord; ask_citation: CitationRecord }
const tables = (ctx: AppContext) => ctx.db.withTables<Tables>()

export const insertAnswer = async (ctx: AppContext, row: AnswerRecord): Promise<void> =>
  void (await tables(ctx)
    .insertInto('ask_answer')
    .values({ ...row, scope: json(row.scope), sources: json(row.sources), speakers: json(row.speakers) })
    .execute())

/** Updates an answer. Returns whether it still exists. */
export async function updateAnswer(
  ctx: AppContext,
  key: AnswerKey,
  change: Partial<Omit<AnswerRecord, keyof AnswerKey | 'question' | 'scope'>>,
): Promise<boolean> {
  const { sources, speakers, ...rest } = change
  const { numUpdatedRows } = await tables(ctx)
    .updateTable('ask_answer')
    .set({ ...rest, ...(sources && { sources: json(sources) }), ...(speakers && { speakers: json(speakers) }) })
    .where('user_id', '=', key.user_id)
    .where('thread_id', '=', key.thread_id)
    .where('answer_id', '=', key.answer_id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns the answers of a thread, oldest first. */
export const listAnswers = async (ctx: AppContext, userId: string, threadId: string): Promise<AnswerRecord[]> =>
  tables(ctx)
    .selectFrom('ask_answer')
    .selectAll()
    .where('user_id', '=', userId)
    .where('thread_id', '=', threadId)
    .orderBy('made_at')
    .orderBy('answer_id')
    .execute()

/** Returns the sentences of all answers of a thread with their citations, by answer. */
export async function listSentences(
  ctx: AppContext,
  userId: string,
  threadId: string,
): Promise<ReadonlyMap<string, StoredSentence[]>> {
  const [sentences, citations] = await Promise.all([
    tables(ctx)
      .selectFrom('ask_sentence')
      .selectAll()
      .where('user_id', '=', userId)
      .where('thread_id', '=', threadId)
      .orderBy('n')
      .execute(),
    tables(ctx)
      .selectFrom('ask_citation')
      .selectAll()
      .where('user_id', '=', userId)
      .where('thread_id', '=', threadId)
      .orderBy('position')
      .execute(),
  ])
  const keyOf = ({ answer_id, n }: { answer_id: string; n: number }) => `${answer_id} ${n}`
  const cited = Map.groupBy(citations, keyOf)
  const stored = sentences.map(({ answer_id, n, is_related, text }) => ({
    answer_id,
    sentence: { n, is_related, text, citations: cited.get(keyOf({ answer_id, n })) ?? [] },
  }))
  return new Map(
    [...Map.groupBy(stored, ({ answer_id }) => answer_id)].map(([id, rows]) => [id, rows.map(({ sentence }) => sentence)]),
  )
}

/** Replaces the sentences of an answer. */
export async function replaceSentences(ctx: AppContext, key: AnswerKey, sentences: readonly StoredSentence[]): Promise<void> {
  const own = { user_id: key.user_id, thread_id: key.thread_id, answer_id: key.answer_id }
  await tables(ctx)
    .deleteFrom('ask_sentence')
    .where('user_id', '=', own.user_id)
    .where('thread_id', '=', own.thread_id)
    .where('answer_id', '=', own.answer_id)
    .execute()
  if (sentences.length === 0) return
  await tables(ctx)
    .insertInto('ask_sentence')
    .values(sentences.map(({ n, is_related, text }) => ({ ...own, n, is_related, text })))
    .execute()
  await tables(ctx)
    .insertInto('ask_citation')
    .values(
      sentences.flatMap(({ n, citations }) => citations.map((citation, position) => ({ ...own, ...citation, n, position }))),
    )
    .execute()
}
