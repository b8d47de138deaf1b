import { seconds } from '#shared/units.ts'
import { computeTask } from '#platform/compute/compute.ts'
import type { AppContext } from '#platform/context.ts'
import type { AskTopic } from '../../contract.ts'
import type { Question } from '../question/readQuestion.ts'
import type { SourceRecording, Sources } from '../sources/Sources.ts'
import type { findTopicPoints, fit, quote } from './answering.compute.ts'
import type { Written } from './Answer.ts'
import { bytesOf } from './prompts.ts'
import type { TopicPoint } from './topicPoints.ts'

const MODULE = new URL('./answering.compute.ts', import.meta.url)
const QUOTE = computeTask<typeof quote>(MODULE, 'quote')
const FIT = computeTask<typeof fit>(MODULE, 'fit')
const TOPIC = computeTask<typeof findTopicPoints>(MODULE, 'findTopicPoints')
/** Ten hours of speech take a fraction of this. */
const BUDGET = seconds(30)

/** The user for whom an answer is generated, and the signal that aborts it. */
export type Asker = { readonly userId: string; readonly signal: AbortSignal }

const optionsOf = ({ userId, signal }: Asker) => ({ queue: userId, budget: BUDGET, signal })

/** Answers a question with quotes, in a thread. Rejects with ComputeLimitError. */
export const quoteInThread = (
  ctx: AppContext,
  asker: Asker,
  question: Question,
  { sources, counts }: { sources: Sources; counts: readonly number[] | null },
): Promise<Written> => ctx.compute.run(QUOTE, { question: question.input, sources, counts }, optionsOf(asker))

/** Cuts the sources to the context of a language model, in a thread. Rejects with ComputeLimitError. */
export async function fitInThread(
  ctx: AppContext,
  asker: Asker,
  question: Question,
  { sources, counts, bytes }: { sources: Sources; counts: readonly number[] | null; bytes: number },
): Promise<Sources> {
  if (bytesOf(sources) <= bytes) return sources
  const input = { question: question.input, sources, counts, bytes }
  const { chosen, passages, isWhole } = await ctx.compute.run(FIT, input, optionsOf(asker))
  const byId = new Map(sources.recordings.map((recording) => [recording.fileId, recording]))
  const recordings = chosen.flatMap(([fileId, indexes]) => {
    const recording = byId.get(fileId)
    return recording ? [{ ...recording, chosen: indexes }] : []
  })
  return { recordings, passages, isWhole }
}

/** Returns what a recording says about a topic, in a thread. Rejects with ComputeLimitError. */
export const topicInThread = (
  ctx: AppContext,
  asker: Asker,
  { segments, language }: SourceRecording,
  topic: AskTopic,
): Promise<TopicPoint[]> => ctx.compute.run(TOPIC, { recording: { segments, language }, topic }, optionsOf(asker))
