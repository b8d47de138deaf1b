import { createStore } from 'zustand/vanilla'
import { closeDialog, openDialog } from '#ui/dialog/openDialog.ts'
import { mediaFilesIn } from '../../rules.ts'

declare module '#ui/dialog/openDialog.ts' {
  interface DialogParameters {
    /** What was dropped to be imported, and the folder of recordings that have none in the export. */
    importRecordings: { dropped?: DroppedFiles; folderId?: string | null }
  }
}

/** The upload queue. */
type UploadTarget = { readonly add: (files: readonly File[], folderId: string | null) => Promise<void> }

/** Selections being added: the number of folders being read, and of files left out of them. */
export type NewUploadsState = { readonly reading: number; readonly skipped: number }

const INITIAL_STATE: NewUploadsState = { reading: 0, skipped: 0 }

/** Shared by the whole page, because a drop may happen anywhere and the dialog shows the result. */
export const newUploads = createStore<NewUploadsState>(() => INITIAL_STATE)

/** Called when the user has seen the number, or when another selection begins. */
export const clearSkipped = (): void => newUploads.setState({ skipped: 0 })

/** True for ZIP archives, which are imported instead of uploaded. */
export const isArchive = ({ name, type }: Pick<File, 'name' | 'type'>): boolean =>
  /\.zip$/i.test(name) || type === 'application/zip' || type === 'application/x-zip-compressed'

/** Adds dropped or pasted files to the queue, and opens the import for archives. Resolves when they are in the queue. */
export async function addDropped(uploads: UploadTarget, dropped: DroppedFiles, folderId: string | null): Promise<void> {
  const { folders } = dropped
  const archives = dropped.files.filter(isArchive)
  const files = dropped.files.filter((file) => !isArchive(file))
  if (archives.length > 0) {
    closeDialog('upload')
    openDialog('importRecordings', { dropped: { files: archives, folders: [] }, folderId })
    if (files.length + folders.length === 0) return
  }
  clearSkipped()
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
export async function addFolder(uploads: UploadTarget, files: readonly File[], folderId: string | null): Promise<void> {
  clearSkipped()
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

async function addMediaFiles(uploads: UploadTarget, { files, foundFiles, unreadable, folderId }: Selection): Promise<void> {
  const { mediaFiles, skipped } = mediaFilesIn(foundFiles)
  newUploads.setState({ skipped: skipped + unreadable })
  await uploads.add([...files, ...mediaFiles], folderId)
}

/** Dropped or pasted files and folders. The folders have not been read yet. */
export type DroppedFiles = { readonly files: readonly File[]; readonly folders: readonly FileSystemDirectoryEntry[] }

type DropData = Pick<DataTransfer, 'files' | 'items'>

/**
 * Reads the files and folders of a drop or a paste. Must be called synchronously in the event handler, because the browser clears
 * the data afterwards. Browsers without folder support return files only.
 */
export function readDrop(transfer: DropData): DroppedFiles {
  const items = [...(transfer.items ?? [])].filter((item) => item.kind === 'file')
  if (items.length === 0) return { files: [...transfer.files], folders: [] }
  const files: File[] = []
  const folders: FileSystemDirectoryEntry[] = []
  for (const item of items) {
    const entry = item.webkitGetAsEntry?.()
    if (entry?.isDirectory) {
      folders.push(entry as FileSystemDirectoryEntry)
      continue
    }
    const file = item.getAsFile()
    if (file) files.push(file)
  }
  return { files, folders }
}

/** True when there is nothing to upload, for example when text was pasted. */
export const isEmptyDrop = ({ files, folders }: DroppedFiles): boolean => files.length + folders.length === 0
