import type { FileRow } from '#features/files/contract.ts'
import { foldersContract } from '#features/folders/contract.ts'
import type { Folder } from '#features/folders/contract.ts'
import { generateContract } from '#features/generate/contract.ts'
import type { TaskView } from '#features/generate/contract.ts'
import { meContract } from '#features/me/contract.ts'
import { UPLOAD_LIMIT, uploadContract } from '#features/upload/contract.ts'
import { readsLibrary } from './LibraryMemory.ts'
import { Says, on, serveInMemory } from './serveInMemory.ts'
import { tellsFacts } from './serverFacts.ts'
import { type Person, aboutSomebody } from './somebody.ts'

const NONE = {
  data_processing: [],
  data_processing_chatllm: [],
  data_processing_sum_new_note: [],
  data_complete_sum_new_note: [],
}
const LISTS = { files_trans: [], files_summ: [] }

/** A mock server with a library, folders, tasks and their user. Changes of `state` apply to the next call. */
export function shellServer(first: { files?: FileRow[]; folders?: Folder[]; tasks?: TaskView[]; me?: Partial<Person> } = {}) {
  const world = { files: first.files ?? [], folders: first.folders ?? [], tasks: first.tasks ?? [], isDown: false }
  const lists =
    <Words extends object>(words: () => Words) =>
    () => {
      if (world.isDown) throw new Says(500)
      return words()
    }
  const { asked } = serveInMemory([
    tellsFacts({}),
    ...readsLibrary(lists(() => world.files)),
    on(
      foldersContract.list,
      lists(() => ({ data_filetag_total: world.folders.length, data_filetag_list: world.folders })),
    ),
    on(meContract.me, () => aboutSomebody(first.me)),
    on(generateContract.status, () => ({
      ...NONE,
      data_transsumm: LISTS,
      data_processing_transsumm: { ...LISTS, files_outline: [] },
      data_tasks: world.tasks,
    })),
    on(uploadContract.webConfig, () => ({ data: { upload_limit_size: UPLOAD_LIMIT } })),
    on(generateContract.cancel, ({ params }) => {
      world.tasks = world.tasks.map((task) => (task.file_id === params.id ? { ...task, stage: 'cancelled' } : task))
      return {}
    }),
  ])
  return { world, asked }
}
