import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { environment } from '#platform/config/environment.ts'

const PROGRAM = `
  import { buildWeb } from '#app/cli/buildWeb.ts'
  console.log(await buildWeb({ log: { info: () => {} } }))`

/**
 * Builds the page unless it is already built, and returns its folder. The build runs in a process with the environment of the
 * servers, because vitest sets variables that affect the build.
 */
export async function buildPage(): Promise<string> {
  const { PATH, HOME } = environment()
  const cwd = fileURLToPath(new URL('../../', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    cwd,
    env: { PATH, HOME },
  })
  return stdout.trim()
}
