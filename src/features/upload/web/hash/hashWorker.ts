import { Md5 } from '#kit/Md5.ts'
import { HASH_SLICE, type HashAnswer, type HashRequest, type OwnPath } from './hashProtocol.ts'

/**
 * Runs in a worker, so that the page stays responsive. Reads the bytes once to compute their MD5 and to write the copy that
 * outlives the page.
 * @NOTE The copy is written here because only workers have sync access handles, which every browser with OPFS supports.
 */
const answer = (message: HashAnswer): void => globalThis.postMessage(message)
const stopped = new Set<number>()

globalThis.onmessage = async ({ data }: MessageEvent<HashRequest>) => {
  if (data.type === 'stop') return void stopped.add(data.job)
  const { job, blob, into } = data
  const copy = into && (await openCopy(into).catch(() => null))
  try {
    const md5 = new Md5()
    let copied = copy !== null
    for (let at = 0; at < blob.size && !stopped.has(job); at += HASH_SLICE) {
      const bytes = new Uint8Array(await blob.slice(at, at + HASH_SLICE).arrayBuffer())
      md5.update(bytes)
      copied &&= wrote(copy, bytes, at)
    }
    if (copied) copy?.flush()
    answer({ type: 'hashed', job, md5: md5.hex(), copied: copied && !stopped.has(job) })
  } catch (error) {
    answer({ type: 'failed', job, says: String(error) })
  } finally {
    copy?.close()
    stopped.delete(job)
  }
}

/** A `FileSystemSyncAccessHandle`, which the DOM types lack because only workers have it. */
type Copy = {
  write: (bytes: Uint8Array<ArrayBuffer>, options: { at: number }) => number
  truncate: (size: number) => void
  flush: () => void
  close: () => void
}
type Writable = FileSystemFileHandle & { createSyncAccessHandle: () => Promise<Copy> }

async function openCopy({ folders, name }: OwnPath): Promise<Copy> {
  let folder = await navigator.storage.getDirectory()
  for (const each of folders) folder = await folder.getDirectoryHandle(each, { create: true })
  const file = (await folder.getFileHandle(name, { create: true })) as Writable
  const handle = await file.createSyncAccessHandle()
  handle.truncate(0)
  return handle
}

/** Returns false when the disk is full: the upload continues, only without a copy. */
function wrote(copy: Copy | null, bytes: Uint8Array<ArrayBuffer>, at: number): boolean {
  try {
    return copy?.write(bytes, { at }) === bytes.length
  } catch {
    return false
  }
}
