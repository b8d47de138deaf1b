import { type Bytes, KiB, MiB } from '#shared/units.ts'
import { WorkerTranscodeError } from './transcodeProtocol.ts'

/** The output of a transcode. */
export type Sink = {
  readonly size: Bytes
  write: (bytes: Uint8Array<ArrayBuffer>) => void
  /** Returns the whole MP3; a file on the disk when it was opened there. */
  finish: () => Promise<Blob>
  /** Closes the output without finishing it. Opening it again starts from the beginning. */
  close: () => void
}

/** A sync access handle of the origin private file system. Only workers have it, so the DOM types do not include it. */
type SyncAccessHandle = {
  write: (bytes: Uint8Array<ArrayBuffer>, at: { at: number }) => number
  truncate: (size: number) => void
  flush: () => void
  close: () => void
}
type SyncAccessFile = FileSystemFileHandle & { createSyncAccessHandle: () => Promise<SyncAccessHandle> }

/**
 * Opens and empties `into`. Without it, the bytes are collected in blobs, which the browser may store on the disk. Works only in
 * a worker.
 */
export async function openSink(outputFile: FileSystemFileHandle | undefined): Promise<Sink> {
  if (outputFile === undefined) return new BlobSink()
  const handle = await (outputFile as SyncAccessFile).createSyncAccessHandle().catch(throwNoSpace)
  handle.truncate(0)
  return new FileSink(outputFile, handle)
}

/** Bytes per write: each write is a synchronous call to another process. */
const WRITE_BATCH_BYTES: Bytes = 256 * KiB

class FileSink implements Sink {
  size: Bytes = 0
  readonly #file: FileSystemFileHandle
  readonly #handle: SyncAccessHandle
  readonly #batch = new Uint8Array(WRITE_BATCH_BYTES)
  #pendingBytes: Bytes = 0
  constructor(file: FileSystemFileHandle, handle: SyncAccessHandle) {
    this.#file = file
    this.#handle = handle
  }

  write(bytes: Uint8Array<ArrayBuffer>): void {
    if (this.#pendingBytes + bytes.length > WRITE_BATCH_BYTES) this.#writeBatch()
    if (bytes.length > WRITE_BATCH_BYTES) this.#writeAt(this.size, bytes)
    else {
      this.#batch.set(bytes, this.#pendingBytes)
      this.#pendingBytes += bytes.length
    }
    this.size += bytes.length
  }

  async finish(): Promise<Blob> {
    this.#writeBatch()
    this.#handle.flush()
    this.#handle.close()
    return this.#file.getFile()
  }

  close(): void {
    this.#handle.close()
  }

  #writeBatch(): void {
    this.#writeAt(this.size - this.#pendingBytes, this.#batch.subarray(0, this.#pendingBytes))
    this.#pendingBytes = 0
  }

  #writeAt(at: Bytes, bytes: Uint8Array<ArrayBuffer>): void {
    try {
      if (this.#handle.write(bytes, { at }) < bytes.length) throw new Error('only a part was written')
    } catch (error) {
      throwNoSpace(error)
    }
  }
}

class BlobSink implements Sink {
  size: Bytes = 0
  readonly #parts: Blob[] = []
  #pending: Uint8Array<ArrayBuffer>[] = []
  #pendingSize: Bytes = 0

  write(bytes: Uint8Array<ArrayBuffer>): void {
    this.#pending.push(bytes)
    this.#pendingSize += bytes.length
    this.size += bytes.length
    if (this.#pendingSize >= MiB) this.#flushPending()
  }

  finish(): Promise<Blob> {
    this.#flushPending()
    return Promise.resolve(new Blob(this.#parts, { type: 'audio/mpeg' }))
  }

  close(): void {
    this.#pending = []
  }

  #flushPending(): void {
    this.#parts.push(new Blob(this.#pending))
    this.#pending = []
    this.#pendingSize = 0
  }
}

const throwNoSpace = (error: unknown): never => {
  throw new WorkerTranscodeError('noRoom', String(error))
}
