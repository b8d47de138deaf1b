import { createMD5 } from 'hash-wasm'
import { HASH_CHUNK_BYTES, type HashResponse, type HashRequest, type OpfsPath } from './hashProtocol.ts'

/**
 * Runs in a worker, so that the page stays responsive. Reads the bytes once to compute their MD5 and to write the copy that
 * outlives the page.
 * @NOTE The copy is written here because only workers have sync access handles, which every browser with OPFS supports.
 */
const respond = (message: HashResponse): void => globalThis.postMessage(message)
const stoppedJobs = new Set<number>()

globalThis.onmessage = async ({ data }: MessageEvent<HashRequest>) => {
  if (data.type === 'stop') return void stoppedJobs.add(data.job)
  const { job, blob, copyTo } = data
  const copy = copyTo && (await openCopy(copyTo).catch(() => null))
  try {
    const md5 = (await createMD5()).init()
    let copied = copy !== null
    for (let at = 0; at < blob.size && !stoppedJobs.has(job); at += HASH_CHUNK_BYTES) {
      const bytes = new Uint8Array(await blob.slice(at, at + HASH_CHUNK_BYTES).arrayBuffer())
      md5.update(bytes)
      copied &&= writeCopy(copy, bytes, at)
    }
    if (copied) copy?.flush()
    respond({ type: 'hashed', job, md5: md5.digest(), copied: copied && !stoppedJobs.has(job) })
  } catch (error) {
    respond({ type: 'failed', job, message: String(error) })
  } finally {
    copy?.close()
    stoppedJobs.delete(job)
  }
}

/** A `FileSystemSyncAccessHandle`, which the DOM types lack because only workers have it. */
type CopyHandle = {
  write: (bytes: Uint8Array<ArrayBuffer>, options: { at: number }) => number
  truncate: (size: number) => void
  flush: () => void
  close: () => void
}
type SyncAccessFile = FileSystemFileHandle & { createSyncAccessHandle: () => Promise<CopyHandle> }

async function openCopy({ folders, name }: OpfsPath): Promise<CopyHandle> {
  let folder = await navigator.storage.getDirectory()
  for (const folderName of folders) folder = await folder.getDirectoryHandle(folderName, { create: true })
  const file = (await folder.getFileHandle(name, { create: true })) as SyncAccessFile
  const handle = await file.createSyncAccessHandle()
  handle.truncate(0)
  return handle
}

/** Returns false when the disk is full: the upload continues, only without a copy. */
function writeCopy(copy: CopyHandle | null, bytes: Uint8Array<ArrayBuffer>, at: number): boolean {
  try {
    return copy?.write(bytes, { at }) === bytes.length
  } catch {
    return false
  }
}
