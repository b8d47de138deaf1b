import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TestContext } from 'vitest'

const execute = promisify(execFile)

/** Mounts an in-memory file system of a size such as `2g`. Skips the test with the reason when mounting is not possible. */
export async function mountSmallDisk(ctx: Pick<TestContext, 'skip'>, size: string) {
  const dir = await mkdtemp(join(tmpdir(), 'small-disk-'))
  try {
    await execute('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', dir])
  } catch (error) {
    await rm(dir, { recursive: true, force: true })
    const [reason] = (error instanceof Error ? error.message : String(error)).split('\n').slice(-2)
    ctx.skip(`no file system can be mounted here: ${reason}`)
  }
  const close = async () => {
    // Lazy, because a process that is exiting may still have a file open.
    await execute('umount', ['-l', dir])
    await rm(dir, { recursive: true, force: true })
  }
  return { dir, [Symbol.asyncDispose]: close }
}
