import { openModel, toModelFailure } from '#features/language-models/server.ts'
import type { AppContext } from '#platform/context.ts'
import { LlmError } from '#platform/llm/llm.ts'
import type { ModelFailureInfo } from '#features/notes/contract.ts'
import type { AskSources, NoModel } from '../contract.ts'
import type { Sentence, Written } from './answering/Answer.ts'
import type { EarlierAnswer } from './answering/prompts.ts'
import { fitInThread, quoteInThread } from './answering/inThread.ts'
import { writeAnswer } from './answering/writeAnswer.ts'
import type { Question } from './question/readQuestion.ts'
import type { ReadSources } from './sources/readSources.ts'
import { describeSources } from './sources/Sources.ts'

export type Answering = {
  readonly userId: string
  readonly question: Question
  readonly earlier: readonly EarlierAnswer[]
  readonly read: ReadSources
  /** Aborts the request to the language model. */
  readonly signal: AbortSignal
  /** Called while the answer is streaming. */
  readonly onProgress: (progress: Pick<AnswerResult, 'sentences' | 'sources' | 'engine'>) => void
}

export type AnswerResult = Written & {
  readonly state: 'done' | 'stopped' | 'failed'
  readonly engine: string | null
  readonly noModel: NoModel | null
  readonly modelFailure?: ModelFailureInfo | undefined
  readonly sources: AskSources
}

/**
 * Answers a question from its sources with the language model, or with quotes if there is no model, its limits are reached, it
 * fails before its first sentence, or none of its sentences is supported by the recordings. If it is stopped or fails later, the
 * sentences so far are kept.
 */
export async function answerQuestion(ctx: AppContext, answering: Answering): Promise<AnswerResult> {
  const { userId, signal, read } = answering
  const chosen = await openModel(ctx, { userId, model: undefined, purpose: 'question' })
  if ('refused' in chosen) return await quote(ctx, answering, chosen.refused)
  let written: readonly Sentence[] = []
  let sources = describeSources(read.sources)
  try {
    const { llm } = chosen
    const answer = await writeAnswer(llm, answering.question, read.sources, {
      earlier: answering.earlier,
      signal,
      fit: (all, bytes) => fitInThread(ctx, answering, answering.question, { sources: all, counts: read.counts, bytes }),
      onProgress: (used, sentences) => {
        written = sentences
        sources = describeSources(used)
        answering.onProgress({ sentences, sources, engine: llm.id })
      },
    })
    const { sentences, missing, leftOut } = answer
    if (sentences.length === 0 && leftOut > 0) return await quote(ctx, answering, 'unsupported')
    return { sentences, missing, leftOut, state: 'done', engine: llm.id, noModel: null, sources: describeSources(answer.sources) }
  } catch (error) {
    if (!(error instanceof LlmError)) throw error
    const isStopped = error.kind === 'aborted'
    if (!isStopped) ctx.log.warn({ err: error, engine: chosen.llm.id }, 'the language model did not answer a question')
    const modelFailure = isStopped ? undefined : { model: chosen.llm.id, failure: toModelFailure(error) }
    if (modelFailure && written.length === 0) return { ...(await quote(ctx, answering, 'modelFailed')), modelFailure }
    const state = isStopped ? 'stopped' : 'failed'
    return { sentences: written, missing: null, leftOut: 0, state, engine: chosen.llm.id, noModel: null, modelFailure, sources }
  }
}

async function quote(ctx: AppContext, answering: Answering, noModel: NoModel): Promise<AnswerResult> {
  const { question, read } = answering
  const written = await quoteInThread(ctx, answering, question, read)
  return { ...written, state: 'done', engine: null, noModel, sources: describeSources(read.sources) }
}
