/** A file and its path below the dropped folder, for example `day 1/talk.mp3`. */
export type FoundFile = { readonly file: File; readonly path: string }

/** Returns all files in these folders at any depth, sorted by name. `unreadable` counts entries that could not be read. */
export async function readFolders(
  folders: readonly FileSystemDirectoryEntry[],
): Promise<{ found: FoundFile[]; unreadable: number }> {
  const found: FoundFile[] = []
  let unreadable = 0
  // A list instead of recursion, because the folders may be nested deeper than the stack allows.
  const pending: { entry: FileSystemEntry; path: string }[] = folders.map((entry) => ({ entry, path: entry.name })).toReversed()
  for (let entryWithPath = pending.pop(); entryWithPath; entryWithPath = pending.pop()) {
    const { entry, path } = entryWithPath
    try {
      if (isDirectory(entry)) {
        const children = (await readEntries(entry)).toSorted((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }))
        pending.push(...children.map((child) => ({ entry: child, path: `${path}/${child.name}` })).toReversed())
      } else found.push({ file: await readFile(entry as FileSystemFileEntry), path })
    } catch {
      // Missing permission, or deleted in the meantime.
      unreadable += 1
    }
  }
  return { found, unreadable }
}

const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

const readFile = (entry: FileSystemFileEntry): Promise<File> => new Promise((resolve, reject) => entry.file(resolve, reject))

/** @NOTE The browser returns at most 100 entries at a time, and an empty list at the end. */
async function readEntries(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (batch.length === 0) return all
    all.push(...batch)
  }
}
