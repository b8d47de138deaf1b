import { type Bytes, KiB, MiB } from '#kit/units.ts'
import { CannotMakeSmall } from './CannotMakeSmall.ts'

/** The output of a transcode. */
export type Sink = {
  readonly size: Bytes
  write: (bytes: Uint8Array<ArrayBuffer>) => void
  /** Returns the whole MP3; a file on the disk when it was opened there. */
  finish: () => Promise<Blob>
  /** Closes the output without finishing it. Opening it again starts from the beginning. */
  abandon: () => void
}

/** A sync access handle of the origin private file system. Only workers have it, so the DOM types do not include it. */
type SyncAccess = {
  write: (bytes: Uint8Array<ArrayBuffer>, at: { at: number }) => number
  truncate: (size: number) => void
  flush: () => void
  close: () => void
}
type Openable = FileSystemFileHandle & { createSyncAccessHandle: () => Promise<SyncAccess> }

/**
 * Opens and empties `into`. Without it, the bytes are collected in blobs, which the browser may store on the disk. Works only in
 * a worker.
 */
export async function openSink(into: FileSystemFileHandle | undefined): Promise<Sink> {
  if (into === undefined) return new BlobSink()
  const access = await (into as Openable).createSyncAccessHandle().catch(noRoom)
  access.truncate(0)
  return new FileSink(into, access)
}

/** Bytes per write: each write is a synchronous call to another process. */
const BATCH: Bytes = 256 * KiB

class FileSink implements Sink {
  size: Bytes = 0
  readonly #file: FileSystemFileHandle
  readonly #access: SyncAccess
  readonly #batch = new Uint8Array(BATCH)
  #waiting: Bytes = 0
  constructor(file: FileSystemFileHandle, access: SyncAccess) {
    this.#file = file
    this.#access = access
  }

  write(bytes: Uint8Array<ArrayBuffer>): void {
    if (this.#waiting + bytes.length > BATCH) this.#writeBatch()
    if (bytes.length > BATCH) this.#writeAt(this.size, bytes)
    else {
      this.#batch.set(bytes, this.#waiting)
      this.#waiting += bytes.length
    }
    this.size += bytes.length
  }

  async finish(): Promise<Blob> {
    this.#writeBatch()
    this.#access.flush()
    this.#access.close()
    return this.#file.getFile()
  }

  abandon(): void {
    this.#access.close()
  }

  #writeBatch(): void {
    this.#writeAt(this.size - this.#waiting, this.#batch.subarray(0, this.#waiting))
    this.#waiting = 0
  }

  #writeAt(at: Bytes, bytes: Uint8Array<ArrayBuffer>): void {
    try {
      if (this.#access.write(bytes, { at }) < bytes.length) throw new Error('only a part was written')
    } catch (error) {
      noRoom(error)
    }
  }
}

class BlobSink implements Sink {
  size: Bytes = 0
  readonly #parts: Blob[] = []
  #open: Uint8Array<ArrayBuffer>[] = []
  #openSize: Bytes = 0

  write(bytes: Uint8Array<ArrayBuffer>): void {
    this.#open.push(bytes)
    this.#openSize += bytes.length
    this.size += bytes.length
    if (this.#openSize >= MiB) this.#close()
  }

  finish(): Promise<Blob> {
    this.#close()
    return Promise.resolve(new Blob(this.#parts, { type: 'audio/mpeg' }))
  }

  abandon(): void {
    this.#open = []
  }

  #close(): void {
    this.#parts.push(new Blob(this.#open))
    this.#open = []
    this.#openSize = 0
  }
}

const noRoom = (error: unknown): never => {
  throw new CannotMakeSmall('noRoom', String(error))
}
