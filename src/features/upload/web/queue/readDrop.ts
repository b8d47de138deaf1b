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
