import { expect, it } from 'vitest'
import { readDrop, isEmptyDrop } from './newUploads.ts'
import { readFolders } from './readFolders.ts'

type FolderTree = { [name: string]: FolderTree | 'file' | 'locked' }

/** A folder entry that returns its children in batches, as browsers do. */
function folderEntry(name: string, tree: FolderTree): FileSystemDirectoryEntry {
  const entries = Object.entries(tree).map(([childName, kind]) =>
    typeof kind === 'string' ? entry(childName, kind) : folderEntry(childName, kind),
  )
  const createReader = () => {
    const remaining = [...entries]
    return { readEntries: (found: (batch: FileSystemEntry[]) => void) => found(remaining.splice(0, 100)) }
  }
  return { name, isDirectory: true, isFile: false, createReader } as unknown as FileSystemDirectoryEntry
}

const entry = (name: string, kind: 'file' | 'locked'): FileSystemEntry =>
  ({
    name,
    isDirectory: false,
    isFile: true,
    file: (found: (file: File) => void, failed: (error: Error) => void) =>
      kind === 'locked' ? failed(new Error('no right to read it')) : found(new File(['x'], name)),
  }) as unknown as FileSystemEntry

it('returns all files of nested folders, sorted by name', async () => {
  const { found, unreadable } = await readFolders([
    folderEntry('trip', { 'b 10.mp3': 'file', 'b 2.mp3': 'file', a: { 'x.mp3': 'file' } }),
  ])
  expect(found.map(({ path }) => path)).toEqual(['trip/a/x.mp3', 'trip/b 2.mp3', 'trip/b 10.mp3'])
  expect(unreadable).toBe(0)
})

it('reads folders with more than a hundred files completely', async () => {
  const manyFiles = Object.fromEntries(Array.from({ length: 750 }, (_, n) => [`${n}.mp3`, 'file' as const]))
  const { found } = await readFolders([folderEntry('many', manyFiles)])
  expect(found).toHaveLength(750)
})

it('continues when an entry cannot be read, and counts it', async () => {
  const { found, unreadable } = await readFolders([folderEntry('trip', { 'a.mp3': 'locked', 'b.mp3': 'file' })])
  expect(found.map(({ file }) => file.name)).toEqual(['b.mp3'])
  expect(unreadable).toBe(1)
})

it('separates files and folders synchronously in the drop event', () => {
  const file = new File(['x'], 'talk.mp3')
  const directory = folderEntry('trip', {})
  const items = [
    { kind: 'file', webkitGetAsEntry: () => ({ isDirectory: false }), getAsFile: () => file },
    { kind: 'file', webkitGetAsEntry: () => directory, getAsFile: () => null },
    { kind: 'string' },
  ]
  expect(readDrop({ items, files: [] } as never)).toEqual({ files: [file], folders: [directory] })
})

it('returns the files where a browser has no folder support, and nothing for pasted text', () => {
  const file = new File(['x'], 'talk.mp3')
  expect(readDrop({ files: [file] } as never)).toEqual({ files: [file], folders: [] })
  expect(isEmptyDrop(readDrop({ items: [{ kind: 'string' }], files: [] } as never))).toBe(true)
})
