import { handleTopic } from '#browser/live/handleTopic.ts'
import { sessionTopic } from '../contract.ts'
import { sessions } from './queries.ts'

export const liveHandlers = [
  handleTopic(sessionTopic, (queries) => void queries.invalidateQueries({ queryKey: sessions.list.key() })),
]
