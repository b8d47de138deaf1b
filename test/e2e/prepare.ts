import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import sparticuz from '@sparticuz/chromium'
import { environment } from '#platform/config/environment.ts'

const PROGRAM = `
  import { buildWeb } from '#app/cli/buildWeb.ts'
  await buildWeb({ log: { info: () => {} } })`

/**
 * Builds the page and unpacks the browser once: two test files that start together would both do it. The page is built in a
 * process with the environment of the servers, because vitest sets variables that are part of a build.
 */
export const setup = async (): Promise<void> => {
  const { PATH, HOME } = environment()
  const build = promisify(execFile)(process.execPath, ['--input-type=module', '-e', PROGRAM], { env: { PATH, HOME } })
  await Promise.all([build, sparticuz.executablePath()])
}
