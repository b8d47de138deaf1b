import type { Config } from '#platform/config/config.ts'

type Leaving = 'audio' | 'texts' | 'storage'

/**
 * Returns what other machines receive of recordings: audio for a speech server, texts for a language model or an embedding model,
 * and everything for an object store or a database. `modelAddresses` are those of the models in use.
 */
export function whatLeaves({ config, modelAddresses }: { config: Config; modelAddresses: readonly string[] }): Leaving[] {
  const isStoredHere = config.blobs.kind === 'local' && (config.databaseUrl === null || isOnThisMachine(config.databaseUrl))
  return [
    ...(speechServerOf(config) === null ? [] : (['audio'] as const)),
    ...(modelAddresses.every(isOnThisMachine) ? [] : (['texts'] as const)),
    ...(isStoredHere ? [] : (['storage'] as const)),
  ]
}

/** Returns the host of a speech server on another machine, or null. */
export function speechServerOf({ speechServer }: Config): string | null {
  return speechServer === null || isOnThisMachine(speechServer.baseUrl) ? null : new URL(speechServer.baseUrl).host
}

/** An address without a host name is a socket, unless its query names a host. */
function isOnThisMachine(address: string | null): boolean {
  const url = URL.parse(address ?? '')
  if (!url) return false
  const host = url.hostname || (url.searchParams.get('host') ?? '')
  return host.startsWith('/') || ['', 'localhost', '127.0.0.1', '[::1]'].includes(host)
}
