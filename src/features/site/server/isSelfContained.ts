import type { Config } from '#platform/config/config.ts'

/**
 * Returns whether no other machine gets recordings or what is made of them. A speech server, a
 * language model, an object store and a database can be elsewhere. `modelAddress` is that of the language model in use.
 */
export const isSelfContained = ({ config, modelAddress }: { config: Config; modelAddress: string | null }): boolean =>
  (config.speechServer === null || isOnThisMachine(config.speechServer.baseUrl)) &&
  (modelAddress === null || isOnThisMachine(modelAddress)) &&
  config.blobs.kind === 'local' &&
  (config.databaseUrl === null || isOnThisMachine(config.databaseUrl))

/** An address without a host name is a socket, unless its query names a host. */
function isOnThisMachine(address: string | null): boolean {
  const url = URL.parse(address ?? '')
  if (!url) return false
  const host = url.hostname || (url.searchParams.get('host') ?? '')
  return host.startsWith('/') || ['', 'localhost', '127.0.0.1', '[::1]'].includes(host)
}
