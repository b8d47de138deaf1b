import coreUrl from '@ffmpeg/core?url'
import wasmUrl from '@ffmpeg/core/wasm?url'
import { CannotMakeSmall } from './CannotMakeSmall.ts'

/** What is used of the core: ffmpeg built for WebAssembly, one thread, with a file system of its own in memory. */
export type Ffmpeg = {
  /** Runs to its end before it returns. */
  exec: (...args: string[]) => void
  /** What `exec` ended with. */
  ret: number
  setLogger: (hear: (line: { message: string }) => void) => void
  /** `time` is where the output stands, in microseconds. */
  setProgress: (hear: (at: { time: number }) => void) => void
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

type CreateCore = (options: { mainScriptUrlOrBlob: string }) => Promise<Ffmpeg>

/**
 * Fetches ffmpeg from our own origin, as the files its makers built: a program of its own under the GPL, which nothing of ours
 * is linked with. Rejects with `CannotMakeSmall` 'notLoaded'.
 */
export async function loadFfmpeg(): Promise<Ffmpeg> {
  try {
    const { default: createCore } = (await import(/* @vite-ignore */ coreUrl)) as { default: CreateCore }
    // So the core learns where its WebAssembly lies: it reads what stands behind the #.
    return await createCore({ mainScriptUrlOrBlob: `${coreUrl}#${btoa(JSON.stringify({ wasmURL: wasmUrl }))}` })
  } catch (error) {
    throw new CannotMakeSmall('notLoaded', String(error))
  }
}
