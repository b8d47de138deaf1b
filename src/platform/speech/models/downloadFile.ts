import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { backOff } from '#shared/backOff.ts'
import { seconds, type Bytes } from '#shared/units.ts'
import type { Clock } from '#platform/clock/clock.ts'
import type { ModelFile } from './modelFiles.ts'

/** Why a model could not be installed. `message` is one plain sentence. */
export class ModelError extends Error {
  readonly kind: 'unknown-model' | 'unreachable' | 'wrong-content' | 'disk-full' | 'busy' | 'bundled' | 'aborted'
  constructor(kind: ModelError['kind'], message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'ModelError'
    this.kind = kind
  }
}

export type DownloadOptions = {
  /** Addresses (http, https) and paths of files, tried in order. */
  readonly sources: readonly string[]
  /** The final path. Until the file is complete and checked it has the suffix `.part`. */
  readonly path: string
  readonly signal: AbortSignal
  readonly clock: Clock
  /** Called with the number of bytes on disk. */
  readonly onProgress: (received: Bytes) => void
}

/** Consecutive attempts at one source that may bring no new bytes. */
const FRUITLESS_ATTEMPTS = 3
const RETRY_DELAY = { initial: seconds(1), max: seconds(20) }

/** Returns the temporary path of a file that is being downloaded. */
export const partPath = (path: string): string => `${path}.part`

/**
 * Downloads a file, checks its size and checksum, and moves it to its path. An interrupted download resumes where it stopped, also
 * in the next call and from the next source. Throws ModelError 'unreachable', 'wrong-content', 'disk-full' or 'aborted'.
 */
export async function downloadFile(file: ModelFile, options: DownloadOptions): Promise<void> {
  const { sources, path, signal } = options
  await mkdir(dirname(path), { recursive: true })
  let failure = new ModelError('unreachable', `No source of ${file.path} is known.`)
  for (const source of sources) {
    try {
      await loadFrom(source, file, options)
      await checkPart(file, path)
      await rename(partPath(path), path)
      return
    } catch (error) {
      if (signal.aborted) throw new ModelError('aborted', 'The download was aborted.', error)
      failure = toModelError(error, file)
      if (failure.kind === 'disk-full') throw failure
    }
  }
  throw failure
}

async function loadFrom(source: string, file: ModelFile, options: DownloadOptions): Promise<void> {
  const { path, signal, clock, onProgress } = options
  if (!/^https?:/.test(source)) {
    await copyFile(source, partPath(path))
    onProgress(file.bytes)
    return
  }
  for (let fruitless = 0; ; ) {
    const before = await sizeOf(partPath(path))
    if (before === file.bytes) return
    try {
      await loadRest(source, file, before, options)
    } catch (error) {
      const hasGrown = (await sizeOf(partPath(path))) > before
      fruitless = hasGrown ? 0 : fruitless + 1
      if (signal.aborted || isFinal(error) || fruitless >= FRUITLESS_ATTEMPTS) throw error
      await clock.wait(backOff(Math.max(1, fruitless), RETRY_DELAY), signal)
    }
  }
}

/** Requests the bytes from `before` on and appends them. A source that ignores the range starts the file again. */
async function loadRest(source: string, file: ModelFile, before: Bytes, { path, signal, onProgress }: DownloadOptions): Promise<void> {
  // Node aborts a response that is silent for five minutes.
  const headers = before > 0 ? { range: `bytes=${before}-` } : undefined
  const response = await fetch(source, { ...(headers && { headers }), signal }).catch((error: unknown) => {
    throw new ModelError('unreachable', `${hostOf(source)} cannot be reached.`, error)
  })
  if (!response.ok || !response.body) {
    await response.body?.cancel()
    // The part on disk is longer than the file at this source.
    if (response.status === 416) await rm(partPath(path), { force: true })
    throw new HttpStatusError(response.status, source)
  }
  const isResumed = response.status === 206
  const target = await open(partPath(path), isResumed ? 'a' : 'w')
  try {
    let received = isResumed ? before : 0
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      received += chunk.length
      if (received > file.bytes) throw new ModelError('wrong-content', `${hostOf(source)} has another file under the name ${file.path}.`)
      await target.write(chunk)
      onProgress(received)
    }
    if (received < file.bytes) throw new ModelError('unreachable', `${hostOf(source)} ended the connection early.`)
  } finally {
    await target.close()
  }
}

class HttpStatusError extends ModelError {
  readonly status: number
  constructor(status: number, source: string) {
    super('unreachable', `${hostOf(source)} answered with HTTP ${status}.`)
    this.status = status
  }
}

/** Retrying the same source would fail in the same way. */
const isFinal = (error: unknown): boolean =>
  (error instanceof HttpStatusError && error.status >= 400 && error.status < 500 && ![408, 416, 425, 429].includes(error.status)) ||
  (error instanceof ModelError && error.kind === 'wrong-content') ||
  isDiskFull(error)

/** Checks the complete temporary file. Deletes it and throws ModelError 'wrong-content' when it is not the file of the catalogue. */
async function checkPart(file: ModelFile, path: string): Promise<void> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(partPath(path), { highWaterMark: 1 << 20 }), hash)
  if ((await sizeOf(partPath(path))) === file.bytes && hash.digest('hex') === file.sha256) return
  await rm(partPath(path), { force: true })
  throw new ModelError('wrong-content', `The downloaded file ${file.path} is damaged: its checksum is wrong.`)
}

function toModelError(error: unknown, { path }: ModelFile): ModelError {
  if (error instanceof ModelError) return error
  if (isDiskFull(error)) return new ModelError('disk-full', `There is no room on the disk for ${path}.`, error)
  return new ModelError('unreachable', `${path} could not be loaded: ${error instanceof Error ? error.message : String(error)}.`, error)
}

const isDiskFull = (error: unknown): boolean => error instanceof Error && 'code' in error && ['ENOSPC', 'EDQUOT'].includes(String(error.code))

const hostOf = (source: string): string => URL.parse(source)?.host ?? source

/** Returns the size of a file, 0 when there is none. */
export const sizeOf = async (path: string): Promise<Bytes> => (await stat(path).catch(() => null))?.size ?? 0
