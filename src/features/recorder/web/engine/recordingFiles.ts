import { supportsOpfs } from '#browser/page/capabilities.ts'

/** Folder in OPFS with one folder per account and one file per recording. */
const FOLDER_NAME = 'recordings'
const FILE_SUFFIX = '.log'

/**
 * Opens the folder of an account. Returns null when it does not exist and `create` is false, or when OPFS is unavailable (private
 * windows, plain http).
 */
export async function openRecordingsFolder(
  account: string,
  { create: make }: { create: boolean },
): Promise<FileSystemDirectoryHandle | null> {
  if (!supportsOpfs()) return null
  try {
    const root = await navigator.storage.getDirectory()
    const allRecordings = await root.getDirectoryHandle(FOLDER_NAME, { create: make })
    return await allRecordings.getDirectoryHandle(folderName(account), { create: make })
  } catch {
    return null
  }
}

export const openRecordingFile = (
  folder: FileSystemDirectoryHandle,
  recordingId: string,
  make: boolean,
): Promise<FileSystemFileHandle> => folder.getFileHandle(recordingId + FILE_SUFFIX, { create: make })

/** Returns the ids of the recordings in a folder. */
export async function listRecordingIds(folder: FileSystemDirectoryHandle): Promise<string[]> {
  const names: string[] = []
  for await (const name of folder.keys()) if (name.endsWith(FILE_SUFFIX)) names.push(name.slice(0, -FILE_SUFFIX.length))
  return names
}

/** Deletes a recording file; a missing file counts as deleted. Returns false when another tab has it open. */
export async function removeRecordingFile(account: string, recordingId: string): Promise<boolean> {
  const folder = await openRecordingsFolder(account, { create: false })
  try {
    await folder?.removeEntry(recordingId + FILE_SUFFIX)
    return true
  } catch (error) {
    return error instanceof DOMException && error.name === 'NotFoundError'
  }
}

/** Deletes all recording files of a deleted account. */
export async function removeAllRecordings(account: string): Promise<void> {
  if (!supportsOpfs()) return
  const root = await navigator.storage.getDirectory()
  const allRecordings = await root.getDirectoryHandle(FOLDER_NAME).catch(() => null)
  await allRecordings?.removeEntry(folderName(account), { recursive: true }).catch(() => undefined)
}

const folderName = (account: string): string => account.replaceAll(/[^\w-]/g, '_')
