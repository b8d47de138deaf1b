import { createStore } from 'zustand/vanilla'
import { soundInFolder } from '../rules.ts'
import type { Grabbed } from './grabDrop.ts'
import type { Uploads } from './Uploads.ts'

/** Of the selections on their way into the queue: how many folders are being looked through, and what was left out of them. */
export type Arrivals = { readonly reading: number; readonly leftOut: number }

const nothing: Arrivals = { reading: 0, leftOut: 0 }

/** Kept for the whole page: a drop may be taken anywhere, and the dialog says what became of it. */
export const arrivals = createStore<Arrivals>(() => nothing)

/** What was left out has been read, or another selection begins. */
export const forgetLeftOut = (): void => arrivals.setState({ leftOut: 0 })

/** Takes what was dropped or pasted into the queue. Resolves when it stands there. */
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

/** Takes in what a folder chooser found. */
export async function takeFolder(uploads: Uploads, files: readonly File[], folderId: string | null): Promise<void> {
  forgetLeftOut()
  const found = files.map((file) => ({ file, path: file.webkitRelativePath || file.name }))
  await takeSound(uploads, { files: [], found, lost: 0, folderId })
}

type Taken = {
  /** Chosen one by one: what is no sound among them is said, not left out. */
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
