import { handleTopic } from '#browser/live/handleTopic.ts'
import { liveWordsTopic } from '../../contract.ts'

/** The query key of the live words of one recording. */
export const liveWordsKey = (recordingId: string) => ['recorder', 'live-words', recordingId]

export const liveHandlers = [
  handleTopic(liveWordsTopic, (queries, { id }) => void queries.invalidateQueries({ queryKey: liveWordsKey(id) })),
]
