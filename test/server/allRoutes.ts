import type { RouteSpec } from '#shared/contract.ts'

const contractModules = import.meta.glob<Record<string, unknown>>('../../src/features/*/contract.ts', { eager: true })

/** Every route of every contract with its file, found with a glob. */
export const allRoutes: readonly { spec: RouteSpec; file: string }[] = Object.entries(contractModules).flatMap(
  ([file, contractModule]) =>
    Object.values(contractModule)
      .filter(isContract)
      .flatMap((contract) => Object.values(contract).map((spec) => ({ spec, file }))),
)

/** Returns the route as in the specification: `GET /file/list`. */
export const routeName = ({ method, path }: RouteSpec): string => `${method} ${path}`

function isContract(value: unknown): value is Record<string, RouteSpec> {
  if (typeof value !== 'object' || value === null) return false
  const parts: unknown[] = Object.values(value)
  return (
    parts.length > 0 && parts.every((part) => typeof part === 'object' && part !== null && 'method' in part && 'path' in part)
  )
}
