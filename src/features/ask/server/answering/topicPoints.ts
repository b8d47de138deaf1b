import { findSummarySections } from '#features/notes/server.ts'
import type { Millis } from '#shared/units.ts'
import type { AskTopic } from '../../contract.ts'
import type { SourceRecording } from '../sources/Sources.ts'

export type TopicPoint = { readonly text: string; readonly segmentIds: readonly string[]; readonly start: Millis | null }

/** Returns what a recording says about a topic, verbatim and in order. */
export function topicPoints(
  { segments, language }: Pick<SourceRecording, 'segments' | 'language'>,
  topic: AskTopic,
): TopicPoint[] {
  const read = (kind: AskTopic) =>
    findSummarySections(segments, {
      language: language || 'en',
      template: { id: '', type: 'system', name: '', preamble: '', sections: [{ kind, heading: '', instruction: '' }] },
    })
  const sections = topic === 'overview' ? findSummarySections(segments, { language: language || 'en' }) : read(topic)
  const kind = topic === 'overview' ? 'points' : topic
  const points = sections.filter((section) => section.kind === kind).flatMap((section) => section.points)
  // A text of a few lines has no key sentences, but has an overview.
  const found = points.length === 0 && topic === 'overview' ? read('overview').flatMap((section) => section.points) : points
  return found.map(({ text, segments: segmentIds, start }) => ({ text, segmentIds, start }))
}
