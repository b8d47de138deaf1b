import { handleTopic } from '#browser/live/handleTopic.ts'
import { fileTopic, filesTopic } from '../../contract.ts'
import { files } from '../filesClient.ts'
import { invalidateFiles, invalidateLibrary } from './libraryCache.ts'

/** They request the changes, never a whole list; the throttle of B§9 limits the requests during many messages. */
export const liveHandlers = [
  handleTopic(filesTopic, (queries) => invalidateFiles(queries)),
  handleTopic(fileTopic, (queries, { id }) => {
    invalidateLibrary(queries)
    void queries.invalidateQueries({
      queryKey: files.list.key(),
      predicate: ({ queryKey }) => JSON.stringify(queryKey[2] ?? '').includes(id),
    })
    void queries.invalidateQueries({ queryKey: files.peaks.key({ params: { id } }) })
  }),
]
