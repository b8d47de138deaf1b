import { hasDisk } from '#ui/hasDisk.ts'

/** One folder an account in the browser's own file system, one file a recording. */
const FOLDER = 'recordings'
const SUFFIX = '.log'

/** The account's folder, made where `make`; null where there is none, or the browser gives none (private windows, plain http). */
export async function keptFolder(account: string, { make }: { make: boolean }): Promise<FileSystemDirectoryHandle | null> {
  if (!hasDisk()) return null
  try {
    const root = await navigator.storage.getDirectory()
    const all = await root.getDirectoryHandle(FOLDER, { create: make })
    return await all.getDirectoryHandle(nameOf(account), { create: make })
  } catch {
    return null
  }
}

export const keptFile = (folder: FileSystemDirectoryHandle, recordingId: string, make: boolean): Promise<FileSystemFileHandle> =>
  folder.getFileHandle(recordingId + SUFFIX, { create: make })

/** The recordings of a folder, by their ids. */
export async function listKept(folder: FileSystemDirectoryHandle): Promise<string[]> {
  const names: string[] = []
  for await (const name of folder.keys()) if (name.endsWith(SUFFIX)) names.push(name.slice(0, -SUFFIX.length))
  return names
}

/** Removes one; nothing there is no error. False when another tab holds it. */
export async function removeKept(account: string, recordingId: string): Promise<boolean> {
  const folder = await keptFolder(account, { make: false })
  try {
    await folder?.removeEntry(recordingId + SUFFIX)
    return true
  } catch (error) {
    return error instanceof DOMException && error.name === 'NotFoundError'
  }
}

/** Removes all that is kept of an account which is no more. */
export async function removeAllKept(account: string): Promise<void> {
  if (!hasDisk()) return
  const root = await navigator.storage.getDirectory()
  const all = await root.getDirectoryHandle(FOLDER).catch(() => null)
  await all?.removeEntry(nameOf(account), { recursive: true }).catch(() => undefined)
}

const nameOf = (account: string): string => account.replaceAll(/[^\w-]/g, '_')
