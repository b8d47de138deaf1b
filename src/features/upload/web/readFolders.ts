/** A file and where it lies below the folder that was dropped: `day 1/talk.mp3`. */
export type Found = { readonly file: File; readonly path: string }

/** Everything in these folders, at any depth, each folder in the order of its names; `lost` could not be read. */
export async function readFolders(folders: readonly FileSystemDirectoryEntry[]): Promise<{ found: Found[]; lost: number }> {
  const found: Found[] = []
  let lost = 0
  // A list and no recursion: a disk may be deeper than the stack.
  const waiting: { entry: FileSystemEntry; path: string }[] = folders.map((entry) => ({ entry, path: entry.name })).toReversed()
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { entry, path } = next
    try {
      if (isFolder(entry)) {
        const inside = (await entriesOf(entry)).toSorted((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }))
        waiting.push(...inside.map((one) => ({ entry: one, path: `${path}/${one.name}` })).toReversed())
      } else found.push({ file: await fileOf(entry as FileSystemFileEntry), path })
    } catch {
      // No right to read it, or gone since.
      lost += 1
    }
  }
  return { found, lost }
}

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

const fileOf = (entry: FileSystemFileEntry): Promise<File> => new Promise((found, failed) => entry.file(found, failed))

/** @NOTE A browser hands out a hundred at a time, and says by none at all that there are no more. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((found, failed) => reader.readEntries(found, failed))
    if (some.length === 0) return all
    all.push(...some)
  }
}
