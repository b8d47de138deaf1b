/** What was dropped or pasted, before anybody has looked into its folders. */
export type Grabbed = { readonly files: readonly File[]; readonly folders: readonly FileSystemDirectoryEntry[] }

type Carried = Pick<DataTransfer, 'files' | 'items'>

/**
 * What a drop or a paste brings. Must be called while its event is being heard: afterwards the browser has taken it away.
 * Browsers that know no folders hand out files only.
 */
export function grabDrop(transfer: Carried): Grabbed {
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

/** Nothing one could upload, as when text is pasted. */
export const isNothing = ({ files, folders }: Grabbed): boolean => files.length + folders.length === 0
