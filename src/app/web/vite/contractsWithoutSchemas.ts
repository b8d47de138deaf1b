import { resolve } from 'node:path'
import type { Plugin } from 'vite'

/** Files that hold schemas: contracts, and what several of them share. */
const SCHEMAS = /\/src\/(features\/[^/]+\/contract|kit\/spanQuery)\.ts$/
const ZOD = "import { z } from 'zod'"
const STAND_IN = resolve(import.meta.dirname, 'schemaStandIn.ts')

/**
 * Contracts as the page needs them: addresses, refusals and constants. What comes in is judged by the server, so their schemas
 * stay there, and the page does without zod (24 KB, and the time to make a thousand schemas). A form that says what is wrong
 * before sending asks a function of the feature's `rules.ts`.
 */
export function contractsWithoutSchemas(): Plugin {
  return {
    name: 'earshot:contracts-without-schemas',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!SCHEMAS.test(id)) return undefined
      if (!code.includes(ZOD)) this.error(`${id} takes zod in another way than by: ${ZOD}`)
      return { code: code.replace(ZOD, `import { z } from '${STAND_IN}'`), map: null }
    },
  }
}
