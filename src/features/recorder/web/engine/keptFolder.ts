import { hasDisk } from '#ui/hasDisk.ts'

/** Folder in OPFS with one folder per account and one file per recording. */
const FOLDER = 'recordings'
const SUFFIX = '.log'

/**
 * Opens the folder of an account. Returns null when it does not exist and `create` is false, or when OPFS is unavailable (private
 * windows, plain http).
 */
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

/** Returns the ids of the recordings in a folder. */
export async function listKept(folder: FileSystemDirectoryHandle): Promise<string[]> {
  const names: string[] = []
  for await (const name of folder.keys()) if (name.endsWith(SUFFIX)) names.push(name.slice(0, -SUFFIX.length))
  return names
}

/** Deletes a recording file; a missing file counts as deleted. Returns false when another tab has it open. */
export async function removeKept(account: string, recordingId: string): Promise<boolean> {
  const folder = await keptFolder(account, { make: false })
  try {
    await folder?.removeEntry(recordingId + SUFFIX)
    return true
  } catch (error) {
    return error instanceof DOMException && error.name === 'NotFoundError'
  }
}

/** Deletes all recording files of a deleted account. */
export async function removeAllKept(account: string): Promise<void> {
  if (!hasDisk()) return
  const root = await navigator.storage.getDirectory()
  const all = await root.getDirectoryHandle(FOLDER).catch(() => null)
  await all?.removeEntry(nameOf(account), { recursive: true }).catch(() => undefined)
}

const nameOf = (account: string): string => account.replaceAll(/[^\w-]/g, '_')
