import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A folder for files that ffmpeg creates. It is deleted when it is disposed of. */
export type FfmpegFolder = AsyncDisposable & {
  readonly folder: string
  /** Creates a file with these arguments and returns its path. Rejects with ffmpeg's last line of output. */
  make: (name: string, args: readonly string[]) => Promise<string>
}

/** Returns null when ffmpeg, which is not one of our packages, is not installed. */
export async function ffmpegFolder(): Promise<FfmpegFolder | null> {
  const isInstalled = await run('ffmpeg', ['-version']).then(
    () => true,
    () => false,
  )
  if (!isInstalled) return null
  const folder = await mkdtemp(join(tmpdir(), 'earshot-formats-'))
  const make = async (name: string, args: readonly string[]): Promise<string> => {
    const path = join(folder, name)
    await run('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args, path]).catch((error: { stderr?: string }) => {
      throw new Error(
        String(error.stderr ?? error)
          .trim()
          .split('\n')
          .at(-1),
      )
    })
    return path
  }
  return { folder, make, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
}
