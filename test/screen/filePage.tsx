import { RouterProvider, createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { vi } from 'vitest'
import { FilePage } from '#app/web/pages/FilePage.tsx'
import { filesContract } from '#features/files/contract.ts'
import type { File } from '#features/files/contract.ts'
import { foldersContract } from '#features/folders/contract.ts'
import type { Folder } from '#features/folders/contract.ts'
import { generateContract } from '#features/generate/contract.ts'
import type { TaskView } from '#features/generate/contract.ts'
import { meContract } from '#features/me/contract.ts'
import { notesContract } from '#features/notes/contract.ts'
import { transcriptionContract } from '#features/transcription/contract.ts'
import { readsLibrary } from './LibraryMemory.ts'
import { layOut } from './layOut.ts'
import { FILE_ID, recording } from './recording.ts'
import { renderScreen } from './renderScreen.tsx'
import { Says, on, serveInMemory } from './serveInMemory.ts'

/** The state of the mock server. A test may change it. */
export type FileWorld = {
  files: File[]
  folders: Folder[]
  tasks: TaskView[]
  heard: File['trans_result']
  trashDays: number | null
  /** Reading a recording fails. */
  fails: boolean
  /** Renaming a recording fails. */
  keepsName: boolean
}

function serve(world: FileWorld) {
  const lists = { files_trans: [], files_summ: [] }
  const none = {
    data_processing: [],
    data_processing_chatllm: [],
    data_processing_sum_new_note: [],
    data_complete_sum_new_note: [],
  }
  const change = (ids: readonly string[], to: Partial<File>) => {
    world.files = world.files.map((file) => (ids.includes(file.id) ? { ...file, ...to } : file))
  }
  return serveInMemory([
    on(filesContract.list, ({ body }) => {
      if (world.fails) throw new Says(500)
      const found = world.files.filter(({ id }) => body.includes(id))
      return { data_file_total: found.length, data_file_list: found, data_left_out: [] }
    }),
    ...readsLibrary(() => world.files),
    on(filesContract.change, ({ params, body }) => {
      if (world.keepsName) throw new Says(500)
      change([params.id], body.filename ? { filename: body.filename } : {})
      return { data_file: world.files.find(({ id }) => id === params.id) ?? recording() }
    }),
    on(filesContract.trash, ({ body }) => {
      change(body, { is_trash: true, trashed_at: TRASHED_AT })
      return {}
    }),
    on(filesContract.untrash, ({ body }) => {
      change(body, { is_trash: false, trashed_at: null })
      return {}
    }),
    on(filesContract.remove, ({ query }) => {
      world.files = world.files.filter(({ id }) => !query.ids?.includes(id))
      return {}
    }),
    on(meContract.settings, () => ({ data: { ...SETTINGS, trash_days: world.trashDays } })),
    on(filesContract.peaks, () => ({ data: { peaks: btoa('\u0001\u00ff') } })),
    on(foldersContract.list, () => ({ data_filetag_total: world.folders.length, data_filetag_list: world.folders })),
    on(notesContract.queryNote, () => ({ data: [] })),
    on(transcriptionContract.heard, ({ query }) => ({
      data: { segments: (world.heard ?? []).slice(query.from), total: world.heard?.length ?? 0 },
    })),
    on(generateContract.status, () => ({
      ...none,
      data_transsumm: lists,
      data_processing_transsumm: { ...lists, files_outline: [] },
      data_tasks: world.tasks,
    })),
  ])
}

/** Renders a recording's page in a router that also has the list. */
export async function filePage({
  id = FILE_ID,
  width = 800,
  ...start
}: Partial<FileWorld> & { id?: string; width?: number } = {}) {
  layOut({ width })
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  const folders = [{ id: 'f1', name: 'Research', color: '#4c8eff', icon: 'folder' }]
  const none = { files: [], tasks: [], heard: [], trashDays: 30, fails: false, keepsName: false }
  const world: FileWorld = { ...none, folders, ...start }
  const server = serve(world)
  const root = createRootRoute()
  const routes = [
    createRoute({ getParentRoute: () => root, path: 'file/$id', component: FilePage }),
    createRoute({ getParentRoute: () => root, path: 'file-list', component: () => <h1>the list</h1> }),
  ]
  const history = createMemoryHistory({ initialEntries: [`/file/${id}`] })
  const router = createRouter({ routeTree: root.addChildren(routes), history })
  const view = await renderScreen(
    <main>
      <RouterProvider router={router} />
    </main>,
  )
  return { ...view, world, router, where: () => history.location.href, ...server }
}

/** In unix seconds: 21 November 2026. */
const TRASHED_AT = 1_795_252_320

const SETTINGS = {
  nickname: 'Lena',
  ...{ avatar: null, language: null, timezone: null, summary_language: null, trans_language: null, keep_audio_days: null },
  theme: 'system' as const,
}
