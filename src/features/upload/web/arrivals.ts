import { createStore } from 'zustand/vanilla'
import { soundInFolder } from '../rules.ts'
import type { Grabbed } from './grabDrop.ts'
import type { Uploads } from './Uploads.ts'

/** Selections being added: the number of folders being read, and of files left out of them. */
export type Arrivals = { readonly reading: number; readonly leftOut: number }

const nothing: Arrivals = { reading: 0, leftOut: 0 }

/** Shared by the whole page, because a drop may happen anywhere and the dialog shows the result. */
export const arrivals = createStore<Arrivals>(() => nothing)

/** Called when the user has seen the number, or when another selection begins. */
export const forgetLeftOut = (): void => arrivals.setState({ leftOut: 0 })

/** Adds dropped or pasted files to the queue. Resolves when they are in it. */
export async function takeIn(uploads: Uploads, { files, folders }: Grabbed, folderId: string | null): Promise<void> {
  forgetLeftOut()
  if (folders.length === 0) return uploads.add(files, folderId)
  arrivals.setState(({ reading }) => ({ reading: reading + 1 }))
  try {
    const { readFolders } = await import('./readFolders.ts')
    const { found, lost } = await readFolders(folders)
    await takeSound(uploads, { files, found, lost, folderId })
  } finally {
    arrivals.setState(({ reading }) => ({ reading: reading - 1 }))
  }
}

/** Adds the files of a folder chooser. */
export async function takeFolder(uploads: Uploads, files: readonly File[], folderId: string | null): Promise<void> {
  forgetLeftOut()
  const found = files.map((file) => ({ file, path: file.webkitRelativePath || file.name }))
  await takeSound(uploads, { files: [], found, lost: 0, folderId })
}

type Taken = {
  /** Files selected one by one. Unsupported ones are flagged instead of left out. */
  files: readonly File[]
  found: readonly { file: File; path: string }[]
  lost: number
  folderId: string | null
}

async function takeSound(uploads: Uploads, { files, found, lost, folderId }: Taken): Promise<void> {
  const { sound, leftOut } = soundInFolder(found)
  arrivals.setState({ leftOut: leftOut + lost })
  await uploads.add([...files, ...sound], folderId)
}
