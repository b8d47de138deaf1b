import type { FileRow } from '#features/files/contract.ts'
import { foldersContract } from '#features/folders/contract.ts'
import type { Folder } from '#features/folders/contract.ts'
import { generateContract } from '#features/generate/contract.ts'
import type { TaskView } from '#features/generate/contract.ts'
import { profileContract } from '#features/profile/contract.ts'
import { DEFAULT_UPLOAD_LIMIT, uploadContract } from '#features/upload/contract.ts'
import { libraryHandlers } from './MockLibrary.ts'
import { MockError, handle, mockServer } from './mockServer.ts'
import { handleSiteSettings } from './siteSettings.ts'
import { type UserData, meReply } from './aUser.ts'

const NO_PROCESSING = {
  data_processing: [],
  data_processing_chatllm: [],
  data_processing_sum_new_note: [],
  data_complete_sum_new_note: [],
}
const NO_FILES = { files_trans: [], files_summ: [] }

/** A mock server with a library, folders, tasks and their user. Changes of `state` apply to the next call. */
export function mockAppServer(
  initialState: { files?: FileRow[]; folders?: Folder[]; tasks?: TaskView[]; me?: Partial<UserData> } = {},
) {
  const state = {
    files: initialState.files ?? [],
    folders: initialState.folders ?? [],
    tasks: initialState.tasks ?? [],
    isDown: false,
  }
  const orFail =
    <Words extends object>(reply: () => Words) =>
    () => {
      if (state.isDown) throw new MockError(500)
      return reply()
    }
  const { requests } = mockServer([
    handleSiteSettings({}),
    ...libraryHandlers(orFail(() => state.files)),
    handle(
      foldersContract.list,
      orFail(() => ({ data_filetag_total: state.folders.length, data_filetag_list: state.folders })),
    ),
    handle(profileContract.me, () => meReply(initialState.me)),
    handle(generateContract.status, () => ({
      ...NO_PROCESSING,
      data_transsumm: NO_FILES,
      data_processing_transsumm: { ...NO_FILES, files_outline: [] },
      data_tasks: state.tasks,
    })),
    handle(uploadContract.webConfig, () => ({ data: { upload_limit_size: DEFAULT_UPLOAD_LIMIT } })),
    handle(generateContract.cancel, ({ params }) => {
      state.tasks = state.tasks.map((task) => (task.file_id === params.id ? { ...task, stage: 'cancelled' } : task))
      return {}
    }),
  ])
  return { state, requests }
}
