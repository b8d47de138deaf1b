import type { BytesContract, BytesRouteSpec } from '#shared/bytesRoute.ts'
import { blobsBytes } from '#platform/blobs/http/blobRoutes.ts'
import { liveBytes } from '#platform/live/liveRoutes.ts'

const contractModules = import.meta.glob<Record<string, unknown>>('../../src/features/*/contract.ts', { eager: true })

type BytesRoute = { spec: BytesRouteSpec; file: string; prefix: '/api' | '' }

const routesOf = (contract: BytesContract, file: string, prefix: '/api' | '' = '/api'): BytesRoute[] =>
  Object.values(contract).map((spec) => ({ spec, file, prefix }))

/** Every route that takes or sends bytes, with its file and the prefix of its address. */
export const allBytesRoutes: readonly BytesRoute[] = [
  ...Object.entries(contractModules).flatMap(([file, contractModule]) =>
    Object.entries(contractModule)
      .filter(([name]) => name.endsWith('Bytes'))
      .flatMap(([, contract]) => routesOf(contract as BytesContract, file)),
  ),
  ...routesOf(liveBytes, '../../src/platform/live/liveRoutes.ts'),
  ...routesOf(blobsBytes, '../../src/platform/blobs/http/blobRoutes.ts', ''),
]
