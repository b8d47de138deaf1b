import { buildWeb } from '#app/cli/buildWeb.ts'
import { quietLog } from '#platform/log/log.ts'

/** Builds the page once for all browser tests: two servers that start at the same time would both build it. */
export const setup = async (): Promise<void> => void (await buildWeb({ log: quietLog }))
