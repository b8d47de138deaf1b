import { handleTopic } from '#browser/live/handleTopic.ts'
import { highlightsTopic, notesTopic } from '../contract.ts'
import { invalidateNotes, notes } from './notesClient.ts'

export const liveHandlers = [
  handleTopic(notesTopic, (queries) => invalidateNotes(queries)),
  handleTopic(highlightsTopic, (queries) => void queries.invalidateQueries({ queryKey: notes.highlights.key() })),
]
