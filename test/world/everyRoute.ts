import type { RouteSpec } from '#kit/contract.ts'

const faces = import.meta.glob<Record<string, unknown>>('../../src/features/*/contract.ts', { eager: true })

/** Every route of every contract there is, with the file it stands in: found, not listed. */
export const everyRoute: readonly { spec: RouteSpec; file: string }[] = Object.entries(faces).flatMap(([file, face]) =>
  Object.values(face)
    .filter(isContract)
    .flatMap((contract) => Object.values(contract).map((spec) => ({ spec, file }))),
)

/** `GET /file/list`, as the specification writes it. */
export const nameOf = ({ method, path }: RouteSpec): string => `${method} ${path}`

function isContract(value: unknown): value is Record<string, RouteSpec> {
  if (typeof value !== 'object' || value === null) return false
  const parts: unknown[] = Object.values(value)
  return (
    parts.length > 0 && parts.every((part) => typeof part === 'object' && part !== null && 'method' in part && 'path' in part)
  )
}
