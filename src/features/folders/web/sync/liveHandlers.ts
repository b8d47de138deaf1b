import { invalidateFiles } from '#features/files/web.tsx'
import { handleTopic } from '#browser/live/handleTopic.ts'
import { foldersTopic } from '../../contract.ts'
import { invalidateFolders } from './queries.ts'

export const liveHandlers = [
  handleTopic(foldersTopic, (queries) => {
    invalidateFolders(queries)
    invalidateFiles(queries)
  }),
]
