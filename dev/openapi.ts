import { existsSync, readdirSync } from 'node:fs'
import { pathToFileURL, fileURLToPath } from 'node:url'
import { join } from 'node:path'
import type { Contract } from '#shared/contract.ts'
import { createHttpServer } from '#platform/http/createHttpServer.ts'
import { serve } from '#platform/http/serve.ts'
import { quietLog } from '#platform/log/log.ts'

/** `npm run openapi`: prints the OpenAPI document of all contracts, without a database or a running server. */
const FEATURES = fileURLToPath(new URL('../src/features', import.meta.url))
const version = process.env['npm_package_version'] ?? '0.0.0'

const app = await createHttpServer({ log: quietLog, checksReplies: false, version })
await app.register(
  async (api) => {
    for (const feature of readdirSync(FEATURES).sort()) {
      // The document is made from contracts alone, so no handler is ever called.
      for (const [tag, contract] of await loadContracts(feature)) serve(api, tag, contract, {})
    }
  },
  { prefix: '/api' },
)
await app.ready()
process.stdout.write(`${JSON.stringify(app.swagger(), null, 2)}\n`)
await app.close()

async function loadContracts(feature: string): Promise<[string, Contract][]> {
  const path = join(FEATURES, feature, 'contract.ts')
  // A feature without routes of its own has no contract.
  if (!existsSync(path)) return []
  const exported: Record<string, unknown> = await import(pathToFileURL(path).href)
  return Object.entries(exported).flatMap(([name, value]) => {
    const tag = /^(\w+)Contract$/.exec(name)?.[1]
    return tag === undefined ? [] : [[tag, value as Contract]]
  })
}
