import { existsSync, readdirSync } from 'node:fs'
import { pathToFileURL, fileURLToPath } from 'node:url'
import { join } from 'node:path'
import type { BytesContract } from '#shared/bytesRoute.ts'
import type { Contract } from '#shared/contract.ts'
import { createHttpServer } from '#platform/http/createHttpServer.ts'
import { serve } from '#platform/http/serve.ts'
import { serveBytes } from '#platform/http/serveBytes.ts'
import { quietLog } from '#platform/log/log.ts'

/** `npm run openapi`: prints the OpenAPI document of all contracts, without a database or a running server. */
const FEATURES = fileURLToPath(new URL('../src/features', import.meta.url))
const version = process.env['npm_package_version'] ?? '0.0.0'

const app = await createHttpServer({ log: quietLog, checksReplies: false, version })
await app.register(
  async (api) => {
    for (const feature of readdirSync(FEATURES).sort()) {
      // The document is made from contracts alone, so no handler is ever called.
      const exported = await loadContract(feature)
      for (const [tag, contract] of contractsIn(exported, /^(\w+)Contract$/)) serve(api, tag, contract as Contract, {})
      for (const [tag, contract] of contractsIn(exported, /^(\w+)Bytes$/)) serveBytes(api, tag, contract as BytesContract, {})
    }
  },
  { prefix: '/api' },
)
await app.ready()
process.stdout.write(`${JSON.stringify(app.swagger(), null, 2)}\n`)
await app.close()

/** A feature without routes of its own has no contract. */
async function loadContract(feature: string): Promise<Record<string, unknown>> {
  const path = join(FEATURES, feature, 'contract.ts')
  return existsSync(path) ? await import(pathToFileURL(path).href) : {}
}

/** Returns the exported contracts with their tags, by the names of the exports. */
function contractsIn(exported: Record<string, unknown>, names: RegExp): [string, unknown][] {
  return Object.entries(exported).flatMap(([name, value]) => {
    const tag = names.exec(name)?.[1]
    return tag === undefined ? [] : [[tag, value]]
  })
}
