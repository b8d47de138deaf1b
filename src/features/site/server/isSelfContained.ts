import type { Config } from '#platform/config/config.ts'

/**
 * Returns whether no other machine gets recordings or what is made of them. A speech server, a
 * language model, a model of the search by meaning, an object store and a database can be elsewhere. `modelAddresses` are those of
 * the models in use.
 */
export const isSelfContained = ({ config, modelAddresses }: { config: Config; modelAddresses: readonly string[] }): boolean =>
  (config.speechServer === null || isOnThisMachine(config.speechServer.baseUrl)) &&
  modelAddresses.every(isOnThisMachine) &&
  config.blobs.kind === 'local' &&
  (config.databaseUrl === null || isOnThisMachine(config.databaseUrl))

/** An address without a host name is a socket, unless its query names a host. */
function isOnThisMachine(address: string | null): boolean {
  const url = URL.parse(address ?? '')
  if (!url) return false
  const host = url.hostname || (url.searchParams.get('host') ?? '')
  return host.startsWith('/') || ['', 'localhost', '127.0.0.1', '[::1]'].includes(host)
}
