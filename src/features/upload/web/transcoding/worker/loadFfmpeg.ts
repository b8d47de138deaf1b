import coreUrl from '@ffmpeg/core?url'
import wasmUrl from '@ffmpeg/core/wasm?url'
import { WorkerTranscodeError } from './transcodeProtocol.ts'

/** The used part of the core: ffmpeg for WebAssembly, single-threaded, with a file system in memory. */
export type Ffmpeg = {
  /** Runs synchronously until ffmpeg has finished. */
  exec: (...args: string[]) => void
  /** Exit code of `exec`. */
  ret: number
  setLogger: (listener: (line: { message: string }) => void) => void
  /** `time` is the position of the output in microseconds. */
  setProgress: (listener: (at: { time: number }) => void) => void
  FS: FileSystem
}

type Stream = { node: { size: number }; position: number; seekable?: boolean }
type StreamOps = {
  open?: (stream: Stream) => void
  read?: (stream: Stream, buffer: Int8Array, offset: number, length: number, position: number) => number
  write?: (stream: Stream, buffer: Int8Array, offset: number, length: number) => number
}
type FileSystem = {
  mkdir: (path: string) => void
  filesystems: { WORKERFS: object }
  mount: (kind: object, options: { blobs: { name: string; data: Blob }[] }, at: string) => void
  lookupPath: (path: string) => { node: { stream_ops: StreamOps } }
  makedev: (major: number, minor: number) => number
  registerDevice: (device: number, ops: StreamOps) => void
  mkdev: (path: string, device: number) => void
}

type CreateFfmpeg = (options: { mainScriptUrlOrBlob: string }) => Promise<Ffmpeg>

/**
 * Loads the unmodified files of ffmpeg from our own origin. It is a separate program under the GPL that our code is not linked
 * with. Rejects with `WorkerTranscodeError` 'notLoaded'.
 */
export async function loadFfmpeg(): Promise<Ffmpeg> {
  try {
    const { default: createCore } = (await import(/* @vite-ignore */ coreUrl)) as { default: CreateFfmpeg }
    // The core reads the address of its WebAssembly file from the part after the #.
    return await createCore({ mainScriptUrlOrBlob: `${coreUrl}#${btoa(JSON.stringify({ wasmURL: wasmUrl }))}` })
  } catch (error) {
    throw new WorkerTranscodeError('notLoaded', String(error))
  }
}
