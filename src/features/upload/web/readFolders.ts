/** A file and its path below the dropped folder, for example `day 1/talk.mp3`. */
export type Found = { readonly file: File; readonly path: string }

/** Returns all files in these folders at any depth, sorted by name. `unreadable` counts entries that could not be read. */
export async function readFolders(folders: readonly FileSystemDirectoryEntry[]): Promise<{ found: Found[]; lost: number }> {
  const found: Found[] = []
  let lost = 0
  // A list instead of recursion, because the folders may be nested deeper than the stack allows.
  const waiting: { entry: FileSystemEntry; path: string }[] = folders.map((entry) => ({ entry, path: entry.name })).toReversed()
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { entry, path } = next
    try {
      if (isFolder(entry)) {
        const inside = (await entriesOf(entry)).toSorted((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }))
        waiting.push(...inside.map((one) => ({ entry: one, path: `${path}/${one.name}` })).toReversed())
      } else found.push({ file: await fileOf(entry as FileSystemFileEntry), path })
    } catch {
      // Missing permission, or deleted in the meantime.
      lost += 1
    }
  }
  return { found, lost }
}

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

const fileOf = (entry: FileSystemFileEntry): Promise<File> => new Promise((found, failed) => entry.file(found, failed))

/** @NOTE The browser returns at most 100 entries at a time, and an empty list at the end. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((found, failed) => reader.readEntries(found, failed))
    if (some.length === 0) return all
    all.push(...some)
  }
}
