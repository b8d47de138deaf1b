import { resolve } from 'node:path'
import type { Plugin } from 'vite'

/** Files with schemas: contracts and the modules that several contracts share. */
const SCHEMAS = /\/src\/(features\/[^/]+\/contract|kit\/spanQuery)\.ts$/
const ZOD = "import { z } from 'zod'"
const STAND_IN = resolve(import.meta.dirname, 'schemaStandIn.ts')

/**
 * Removes the schemas from contracts in the browser build and keeps paths, refusals and constants. The server validates all
 * input, so the page saves zod (24 KB and the time to create a thousand schemas). Forms that validate before sending use a
 * function of the feature's `rules.ts`.
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
