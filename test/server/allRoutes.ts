import type { RouteSpec } from '#shared/contract.ts'

const contractModules = import.meta.glob<Record<string, unknown>>('../../src/features/*/contract.ts', { eager: true })

/** The builds (A§1). */
export const REGIONS = ['global', 'cn'] as const
export type Region = (typeof REGIONS)[number]

/** Every route of every contract with its file, found with a glob, and a build that has it. */
export const allRoutes: readonly { spec: RouteSpec; file: string; region: Region }[] = Object.entries(contractModules).flatMap(
  ([file, contractModule]) =>
    Object.values(contractModule)
      .filter(isContract)
      .flatMap((contract) => Object.values(contract).map((spec) => ({ spec, file, region: regionOf(file) }))),
)

/** Returns the routes to test in a build. Those that both have are tested in the global one. */
export const routesOf = (region: Region): RouteSpec[] =>
  allRoutes.filter((route) => route.region === region).map(({ spec }) => spec)

/** Returns the route as in the specification: `GET /file/list`. */
export const routeName = ({ method, path }: Pick<RouteSpec, 'method' | 'path'>): string => `${method} ${path}`

function isContract(value: unknown): value is Record<string, RouteSpec> {
  if (typeof value !== 'object' || value === null) return false
  const parts: unknown[] = Object.values(value)
  return parts.length > 0 && parts.every((part) => typeof part === 'object' && part !== null && 'reply' in part && 'path' in part)
}

function regionOf(file: string): Region {
  return file.includes('/billing-china/') ? 'cn' : 'global'
}
