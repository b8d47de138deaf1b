import sparticuz from '@sparticuz/chromium'
import { buildWeb } from '#app/cli/buildWeb.ts'
import { quietLog } from '#platform/log/log.ts'

/** Builds the page and unpacks the browser once: two test files that start together would both do it. */
export const setup = async (): Promise<void> => {
  await Promise.all([buildWeb({ log: quietLog }), sparticuz.executablePath()])
}
