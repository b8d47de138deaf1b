import { VERSION } from '#platform/config/version.ts'

const OUTDATED = {
  code: 'outdated',
  text: 'This version of the app is older than this server supports. Reload the page, or install the new version.',
} as const

/**
 * Compares the version of a client with the oldest supported one of its platform (A§7). The page comes from this server, so a page
 * of an earlier release is outdated. An unknown platform or a version that cannot be read is not.
 */
export function checkClient(
  minimumVersions: Readonly<Record<string, string>>,
  { platform = '', version = '' }: { platform?: string | undefined; version?: string | undefined },
) {
  const minimums = new Map(Object.entries({ web: VERSION, ...minimumVersions }))
  const minimum_version = minimums.get(platform) ?? null
  const is_outdated = minimum_version !== null && isOlder(version, minimum_version)
  return { is_outdated, minimum_version, notice: is_outdated ? OUTDATED : null }
}

/** Compares the numbers of two versions: 0.9 is older than 0.10.1. Suffixes such as `-beta` do not count. */
function isOlder(version: string, minimum: string): boolean {
  const [numbers, minimumNumbers] = [readNumbers(version), readNumbers(minimum)]
  if (numbers.length === 0) return false
  const index = minimumNumbers.findIndex((number, position) => number !== (numbers[position] ?? 0))
  return index >= 0 && (numbers[index] ?? 0) < (minimumNumbers[index] ?? 0)
}

const readNumbers = (version: string): number[] => /^v?(\d+(?:\.\d+)*)/.exec(version)?.[1]?.split('.').map(Number) ?? []
