import { filesContract } from '#features/files/contract.ts'
import type { FileRow, Segment } from '#features/files/contract.ts'
import { foldersContract } from '#features/folders/contract.ts'
import type { Folder } from '#features/folders/contract.ts'
import { generateContract } from '#features/generate/contract.ts'
import type { TaskView } from '#features/generate/contract.ts'
import { notesContract } from '#features/notes/contract.ts'
import { profileContract } from '#features/profile/contract.ts'
import { transcriptionContract } from '#features/transcription/contract.ts'
import { DEFAULT_UPLOAD_LIMIT, uploadContract } from '#features/upload/contract.ts'
import { libraryHandlers } from './MockLibrary.ts'
import { MockError, type RouteHandler, handle, mockServer } from './mockServer.ts'
import { searchHandler } from './mockSearch.ts'
import { handleSiteSettings } from './siteSettings.ts'
import { SETTINGS, type UserData, meReply } from './aUser.ts'

const NO_PROCESSING = {
  data_processing: [],
  data_processing_chatllm: [],
  data_processing_sum_new_note: [],
  data_complete_sum_new_note: [],
}
const NO_FILES = { files_trans: [], files_summ: [] }

/** A mock server with a library, folders, tasks and a user. Changes of `state` apply to the next call. */
export function mockAppServer(
  initialState: {
    files?: FileRow[]
    folders?: Folder[]
    tasks?: TaskView[]
    me?: Partial<UserData>
    segments?: Segment[]
    site?: Parameters<typeof handleSiteSettings>[0]
    search?: Parameters<typeof searchHandler>[0]
    /** Handlers of further routes. */
    more?: readonly RouteHandler[]
  } = {},
) {
  const state = {
    files: initialState.files ?? [],
    folders: initialState.folders ?? [],
    tasks: initialState.tasks ?? [],
    me: initialState.me ?? {},
    segments: initialState.segments ?? [],
    isDown: false,
  }
  const orFail =
    <Request extends unknown[], Words extends object>(reply: (...request: Request) => Words) =>
    (...request: Request) => {
      if (state.isDown) throw new MockError(500)
      return reply(...request)
    }
  const { requests } = mockServer([
    ...(initialState.more ?? []),
    handleSiteSettings(initialState.site ?? {}),
    ...libraryHandlers(orFail(() => state.files)),
    searchHandler(orFail((query) => initialState.search?.(query) ?? {})),
    handle(
      foldersContract.list,
      orFail(() => ({ data_filetag_total: state.folders.length, data_filetag_list: state.folders })),
    ),
    handle(notesContract.openTodos, () => ({ data: { total: 0, list: [] } })),
    handle(profileContract.me, () => meReply(state.me)),
    handle(
      profileContract.changeSettings,
      orFail(({ body: { nickname, greet_by_name } }) => {
        state.me = { ...state.me, ...(nickname !== undefined && { nickname }), greet_by_name: greet_by_name ?? true }
        return {
          data: { ...SETTINGS, nickname: state.me.nickname ?? SETTINGS.nickname, greet_by_name: state.me.greet_by_name ?? null },
        }
      }),
    ),
    handle(transcriptionContract.liveSegments, ({ query }) => ({
      data: { segments: state.segments.slice(query.from), total: state.segments.length },
    })),
    handle(
      filesContract.tempUrl,
      orFail(({ params }) => ({
        temp_url: `https://blobs.test/${params.id}`,
        temp_url_opus: null,
        temp_type: 'audio/mpeg' as const,
      })),
    ),
    handle(filesContract.peaks, () => ({ data: { peaks: btoa('\u0001\u00ff') } })),
    handle(filesContract.visit, () => ({})),
    handle(filesContract.trash, ({ body }) => {
      state.files = state.files.map((file) => (body.includes(file.id) ? { ...file, is_trash: true } : file))
      return {}
    }),
    handle(filesContract.untrash, ({ body }) => {
      state.files = state.files.map((file) => (body.includes(file.id) ? { ...file, is_trash: false } : file))
      return {}
    }),
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
