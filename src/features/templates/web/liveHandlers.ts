import { handleTopic } from '#browser/live/handleTopic.ts'
import { templatesTopic } from '../contract.ts'
import { invalidateTemplates } from './templateQueries.ts'

export const liveHandlers = [handleTopic(templatesTopic, (queries) => void invalidateTemplates(queries))]
