import { createStore } from 'zustand/vanilla'
import { mediaFilesIn } from '../../rules.ts'
import type { DroppedFiles } from './readDrop.ts'
import type { Uploads } from './Uploads.ts'

/** Selections being added: the number of folders being read, and of files left out of them. */
export type NewUploadsState = { readonly reading: number; readonly leftOut: number }

const INITIAL_STATE: NewUploadsState = { reading: 0, leftOut: 0 }

/** Shared by the whole page, because a drop may happen anywhere and the dialog shows the result. */
export const newUploads = createStore<NewUploadsState>(() => INITIAL_STATE)

/** Called when the user has seen the number, or when another selection begins. */
export const clearLeftOut = (): void => newUploads.setState({ leftOut: 0 })

/** Adds dropped or pasted files to the queue. Resolves when they are in it. */
export async function addDropped(uploads: Uploads, { files, folders }: DroppedFiles, folderId: string | null): Promise<void> {
  clearLeftOut()
  if (folders.length === 0) return uploads.add(files, folderId)
  newUploads.setState(({ reading }) => ({ reading: reading + 1 }))
  try {
    const { readFolders } = await import('./readFolders.ts')
    const { found: foundFiles, unreadable } = await readFolders(folders)
    await addMediaFiles(uploads, { files, foundFiles, unreadable, folderId })
  } finally {
    newUploads.setState(({ reading }) => ({ reading: reading - 1 }))
  }
}

/** Adds the files of a folder chooser. */
export async function addFolder(uploads: Uploads, files: readonly File[], folderId: string | null): Promise<void> {
  clearLeftOut()
  const foundFiles = files.map((file) => ({ file, path: file.webkitRelativePath || file.name }))
  await addMediaFiles(uploads, { files: [], foundFiles, unreadable: 0, folderId })
}

type Selection = {
  /** Files selected one by one. Unsupported ones are flagged instead of left out. */
  files: readonly File[]
  foundFiles: readonly { file: File; path: string }[]
  unreadable: number
  folderId: string | null
}

async function addMediaFiles(uploads: Uploads, { files, foundFiles, unreadable, folderId }: Selection): Promise<void> {
  const { mediaFiles, leftOut } = mediaFilesIn(foundFiles)
  newUploads.setState({ leftOut: leftOut + unreadable })
  await uploads.add([...files, ...mediaFiles], folderId)
}
