import { resolve } from 'node:path'
import type { Plugin } from 'vite'

/** Files with schemas: contracts and the modules that several contracts share. */
const SCHEMA_FILES = /\/src\/(features\/[^/]+\/contract|shared\/timeRangeQuery)\.ts$/
const ZOD_IMPORT = "import { z } from 'zod'"
const STAND_IN_PATH = resolve(import.meta.dirname, 'schemaStandIn.ts')

/**
 * Removes the schemas from contracts in the browser build and keeps paths, refusals and constants. The server validates all
 * input, so the page saves zod (24 KB and the time to create a thousand schemas). Forms that validate before sending use a
 * function of the feature's `rules.ts`.
 */
export function stripContractSchemas(): Plugin {
  return {
    name: 'earshot:contracts-without-schemas',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!SCHEMA_FILES.test(id)) return undefined
      if (!code.includes(ZOD_IMPORT)) this.error(`${id} takes zod in another way than by: ${ZOD_IMPORT}`)
      return { code: code.replace(ZOD_IMPORT, `import { z } from '${STAND_IN_PATH}'`), map: null }
    },
  }
}
