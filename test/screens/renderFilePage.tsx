import { RouterProvider, createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { vi } from 'vitest'
import { filesContract } from '#features/files/contract.ts'
import type { File } from '#features/files/contract.ts'
import { foldersContract } from '#features/folders/contract.ts'
import type { Folder } from '#features/folders/contract.ts'
import { generateContract, noteTasksContract } from '#features/generate/contract.ts'
import type { TaskView } from '#features/generate/contract.ts'
import { profileContract } from '#features/profile/contract.ts'
import { notesContract } from '#features/notes/contract.ts'
import type { Note } from '#features/notes/contract.ts'
import { transcriptionContract } from '#features/transcription/contract.ts'
import type { WebFeature } from '#ui/feature/WebFeature.ts'
import { FeatureScreen } from './FeatureScreen.tsx'
import { libraryHandlers } from './MockLibrary.ts'
import { createTestRouter } from './createTestRouter.ts'
import { mockLayout } from './mockLayout.ts'
import { createNote } from './createNote.ts'
import { FILE_ID, createRecording, createTask } from './createRecording.ts'
import { loadMessages, renderWithProviders } from './renderWithProviders.tsx'
import { PENDING_REPLY, generateDialogHandlers } from './generateHandlers.ts'
import { MockError, handle, mockServer } from './mockServer.ts'

/** The state of the mock server, which a test may change. */
export type FilePageState = {
  files: File[]
  folders: Folder[]
  tasks: TaskView[]
  segments: File['trans_result']
  trashDays: number | null
  /** Reading a recording fails. */
  failsToRead: boolean
  /** Renaming a recording and restoring its title fail. */
  failsToRename: boolean
  /** The refusal status of speaker separation, such as -2; 0 for none. */
  separationRefusal: number
  /** The summary and the notes. */
  notes: Note[]
  /** The most recently deleted note. */
  removed: Note[]
  /** The refusal or HTTP status of restoring a note, such as -3; 0 for none. */
  restoreRefusal: number
  /** The previous version of the summary. */
  earlierText: string
  /** The note, type and request id of each retry. */
  retries: [string, string | null | undefined, string | number | null | undefined][]
  /** The expected number of speakers in each separation. */
  separations: (number | null)[]
}

function mockFilePageServer(state: FilePageState) {
  const lists = { files_trans: [], files_summ: [] }
  const emptyLists = {
    data_processing: [],
    data_processing_chatllm: [],
    data_processing_sum_new_note: [],
    data_complete_sum_new_note: [],
  }
  const change = (ids: readonly string[], values: Partial<File>) => {
    state.files = state.files.map((file) => (ids.includes(file.id) ? { ...file, ...values } : file))
  }
  return mockServer([
    handle(filesContract.list, ({ body }) => {
      if (state.failsToRead) throw new MockError(500)
      const foundFiles = state.files.filter(({ id }) => body.includes(id))
      return { data_file_total: foundFiles.length, data_file_list: foundFiles, data_left_out: [] }
    }),
    ...libraryHandlers(() => state.files),
    handle(filesContract.change, ({ params, body }) => {
      if (state.failsToRename) throw new MockError(500)
      change([params.id], {
        ...(body.filename && { filename: body.filename, original_filename: null }),
        ...(body.trans_result && { trans_result: body.trans_result, is_trans: true }),
      })
      return { data_file: state.files.find(({ id }) => id === params.id) ?? createRecording() }
    }),
    handle(filesContract.restoreTitle, ({ params }) => {
      if (state.failsToRename) throw new MockError(500)
      const file = state.files.find(({ id }) => id === params.id) ?? createRecording()
      change([file.id], { filename: file.original_filename ?? file.filename, original_filename: null })
      return { data_file: state.files.find(({ id }) => id === params.id) ?? file }
    }),
    handle(filesContract.trash, ({ body }) => {
      change(body, { is_trash: true, trashed_at: TRASHED_AT })
      return {}
    }),
    handle(filesContract.untrash, ({ body }) => {
      change(body, { is_trash: false, trashed_at: null })
      return {}
    }),
    handle(filesContract.tempUrl, ({ params }) => ({
      temp_url: `https://blobs.test/${params.id}`,
      temp_url_opus: null,
      temp_type: 'audio/mpeg' as const,
    })),
    handle(filesContract.remove, ({ query }) => {
      state.files = state.files.filter(({ id }) => !query.ids?.includes(id))
      return {}
    }),
    handle(profileContract.settings, () => ({ data: { ...SETTINGS, trash_days: state.trashDays } })),
    handle(filesContract.peaks, () => ({ data: { peaks: btoa('\u0001\u00ff') } })),
    handle(foldersContract.list, () => ({ data_filetag_total: state.folders.length, data_filetag_list: state.folders })),
    ...noteHandlers(state),
    handle(transcriptionContract.liveSegments, ({ query }) => ({
      data: { segments: (state.segments ?? []).slice(query.from), total: state.segments?.length ?? 0 },
    })),
    handle(generateContract.separateSpeakers, ({ body, params }) => {
      if (state.separationRefusal < 0) throw new MockError(state.separationRefusal)
      state.separations.push(body.speakers)
      state.tasks = [createTask({ file_id: params.id, stage: 'separating' })]
      return {}
    }),
    handle(generateContract.status, () => ({
      ...emptyLists,
      data_transsumm: lists,
      data_processing_transsumm: { ...lists, files_outline: [] },
      data_tasks: state.tasks,
    })),
    handle(noteTasksContract.chatllm, ({ params }) => {
      state.tasks = [createTask({ task_id: 't-2', file_id: params.id, stage: 'summarising', percent: 95, seconds_left: null })]
      return { ...PENDING_REPLY, status: 0, task_id_info: { trans_task_id: 't-2' } }
    }),
    ...generateDialogHandlers(),
  ])
}

function noteHandlers(state: FilePageState) {
  const find = (id: string): Note => state.notes.find(({ note_id }) => note_id === id) ?? createNote()
  const setText = (id: string, content: string) => {
    const change = { note_content: content, data_content: content, version_id: `${find(id).version_id}+` }
    state.notes = state.notes.map((note) =>
      note.note_id === id ? { ...note, ...change, extra: { ...note.extra, form: null } } : note,
    )
    return { data: find(id) }
  }
  const versionOf = (id: string, version_id: string) => ({
    version_id,
    origin: 'generated' as const,
    is_current: version_id === find(id).version_id,
    engine: 'mistral-small',
    template: null,
    made_at: 1_795_255_300,
  })
  return [
    handle(notesContract.queryNote, () => ({ data: state.notes })),
    handle(notesContract.updateNote, ({ body }) => setText(body.note_id, body.note_content ?? '')),
    handle(notesContract.deleteNote, ({ body }) => {
      state.removed = state.notes.filter(({ note_id }) => note_id === body.note_id)
      state.notes = state.notes.filter(({ note_id }) => note_id !== body.note_id)
      return {}
    }),
    handle(notesContract.restoreNote, ({ params }) => {
      if (state.restoreRefusal !== 0) throw new MockError(state.restoreRefusal)
      state.notes = [...state.notes, ...state.removed]
      return { data: find(params.note_id) }
    }),
    handle(notesContract.noteVersions, ({ params }) => ({
      data: [versionOf(params.note_id, find(params.note_id).version_id), versionOf(params.note_id, 'v1')],
    })),
    handle(notesContract.useVersion, ({ params }) => setText(params.note_id, state.earlierText)),
    handle(notesContract.noteVersion, ({ params }) => {
      const { data_content, extra } = find(params.note_id)
      const isEarlier = params.version_id === 'v1'
      const markdown = isEarlier ? state.earlierText : data_content
      const result = { markdown, content: { markdown }, header: extra.header, form: isEarlier ? null : extra.form }
      return { data: { ...versionOf(params.note_id, params.version_id), result } }
    }),
    handle(noteTasksContract.cancelNote, () => ({})),
    handle(noteTasksContract.retrySumNote, ({ body }) => {
      state.retries.push([body.ori_note_id, body.ori_note_type, body.ori_post_id])
      return { data: find(body.ori_note_id) }
    }),
  ]
}

/** Renders a recording's page in a router that also has the list. */
export async function renderFilePage({
  id = FILE_ID,
  width = 800,
  hash = '',
  features = NO_FEATURES,
  ...initialState
}: Partial<FilePageState> & {
  id?: string
  width?: number
  hash?: string
  /** The features whose dialogs are rendered. */
  features?: readonly WebFeature[]
} = {}) {
  mockLayout({ width })
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  const folders = [{ id: 'f1', name: 'Research', color: '#4c8eff', icon: 'folder' }]
  const defaults = {
    files: [],
    tasks: [],
    segments: [],
    trashDays: 30,
    failsToRead: false,
    failsToRename: false,
    separationRefusal: 0,
    separations: [],
    notes: [],
    removed: [],
    restoreRefusal: 0,
    earlierText: '## Decisions\n\n- Forty new clinics. [6:14](#t=374000)\n- The north leaves. [40:55](#t=2455000)\n',
    retries: [],
  }
  const state: FilePageState = { ...defaults, folders, ...initialState }
  const server = mockFilePageServer(state)
  const FilePage = createTestRouter('/').router.routesById['/main/files/file/$id'].options.component
  await FilePage?.preload?.()
  await loadMessages('notes', 'transcription')
  const rootRoute = createRootRoute()
  const mainRoute = createRoute({ getParentRoute: () => rootRoute, id: 'main' })
  const filesRoute = createRoute({ getParentRoute: () => mainRoute, id: 'files' })
  const routes = [
    createRoute({ getParentRoute: () => filesRoute, path: 'file/$id', component: FilePage }),
    createRoute({ getParentRoute: () => filesRoute, path: 'file-list', component: () => <h1>the list</h1> }),
  ]
  const history = createMemoryHistory({ initialEntries: [`/file/${id}${hash}`] })
  const router = createRouter({
    routeTree: rootRoute.addChildren([mainRoute.addChildren([filesRoute.addChildren(routes)])]),
    history,
  })
  const view = await renderWithProviders(
    <main>
      <FeatureScreen features={features}>
        <RouterProvider router={router} />
      </FeatureScreen>
    </main>,
  )
  return { ...view, state, router, currentAddress: () => history.location.href, ...server }
}

const NO_FEATURES: readonly WebFeature[] = []

/** 21 November 2026 in Unix seconds. */
const TRASHED_AT = 1_795_252_320

const SETTINGS = {
  nickname: 'Lena',
  greet_by_name: true,
  avatar: null,
  language: null,
  timezone: null,
  summary_language: null,
  trans_language: null,
  keep_audio_days: null,
  transcribe_new: 'automatic' as const,
  separate_speakers: true,
  theme: 'system' as const,
}
