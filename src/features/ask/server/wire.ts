import { minutes, unixSeconds } from '#shared/units.ts'
import type { AskAnswer, AskSentence, AskThread } from '../contract.ts'
import type { Sentence } from './answering/Answer.ts'
import type { AnswerRecord, StoredSentence } from './storeAnswers.ts'
import type { ThreadRecord } from './storeThreads.ts'

export const toThread = ({ thread_id, title, file_id, made_at, changed_at }: ThreadRecord): AskThread => ({
  thread_id,
  title,
  file_id,
  made_at: unixSeconds(made_at),
  changed_at: unixSeconds(changed_at),
})

/** Longer than an answer takes. After this time, an unfinished answer counts as stopped: its server must have died. */
const WRITING_TIME = minutes(20)

/** Converts an answer to its wire format. Sentences without citations are left out: their recordings have been deleted. */
export function toAnswer(row: AnswerRecord, sentences: readonly StoredSentence[], now: Date): AskAnswer {
  const { answer_id, question, scope, engine, no_model, sources, missing, left_out, made_at } = row
  const { failed_model: model, model_failure: failure } = row
  const isAbandoned = row.state === 'writing' && now.getTime() - made_at.getTime() > WRITING_TIME
  return {
    answer_id,
    question,
    scope,
    engine,
    no_model,
    sources,
    missing,
    left_out,
    ...(model !== null && failure !== null && { model_failure: { model, failure } }),
    state: isAbandoned ? 'stopped' : row.state,
    sentences: sentences.filter(({ citations }) => citations.length > 0).map(toWireSentence),
    made_at: unixSeconds(made_at),
  }
}

const toWireSentence = ({ text, is_related, citations }: StoredSentence): AskSentence => ({
  text,
  is_related,
  citations: citations.map(({ file_id, segment_id, start_ms, end_ms, quote }) => ({
    file_id,
    segment_id,
    start_ms,
    end_ms,
    quote,
  })),
})

/** Converts a sentence to its stored form. Duplicate citations are stored once. */
export const toStored = ({ text, isRelated, citations }: Sentence, n: number): StoredSentence => ({
  n,
  text,
  is_related: isRelated,
  citations: [...new Map(citations.map((each) => [`${each.fileId} ${each.segment.id} ${each.start}`, each])).values()].map(
    ({ fileId, segment, start, end, quote }) => ({
      file_id: fileId,
      segment_id: segment.id,
      start_ms: start,
      end_ms: end,
      quote,
    }),
  ),
})
