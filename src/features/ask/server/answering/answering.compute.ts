import type { AskTopic } from '../../contract.ts'
import { type QuestionInput, readQuestion } from '../question/readQuestion.ts'
import type { SourceRecording, Sources } from '../sources/Sources.ts'
import type { Written } from './Answer.ts'
import { fitSources } from './fitSources.ts'
import { quoteAnswer } from './quoteAnswer.ts'
import { topicPoints, type TopicPoint } from './topicPoints.ts'

export type Asked = { readonly question: QuestionInput; readonly sources: Sources; readonly counts: readonly number[] | null }

export const quote = ({ question, sources, counts }: Asked): Written => quoteAnswer(readQuestion(question), sources, counts)

/** Returns the sources cut to the size limit, as the indexes of the segments to read from each recording. */
export function fit({ question, sources, counts, bytes }: Asked & { readonly bytes: number }) {
  const fitted = fitSources(sources, bytes, readQuestion(question), counts)
  const chosen = fitted.recordings.map(({ fileId, chosen: indexes }) => [fileId, indexes] as const)
  return { chosen, passages: fitted.passages, isWhole: fitted.isWhole }
}

type Told = { readonly recording: Pick<SourceRecording, 'segments' | 'language'>; readonly topic: AskTopic }

export const findTopicPoints = ({ recording, topic }: Told): TopicPoint[] => topicPoints(recording, topic)
