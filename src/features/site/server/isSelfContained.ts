import type { AppContext } from '#platform/context.ts'

/**
 * Returns whether no other machine gets recordings or what is made of them. A speech server, a
 * language model, an object store and a database can be elsewhere.
 */
export const isSelfContained = ({ config, llm }: Pick<AppContext, 'config' | 'llm'>): boolean =>
  (config.speechServer === null || isOnThisMachine(config.speechServer.baseUrl)) &&
  (llm === null || isOnThisMachine(config.llm.baseUrl)) &&
  config.blobs.kind === 'local' &&
  (config.databaseUrl === null || isOnThisMachine(config.databaseUrl))

/** An address without a host name is a socket, unless its query names a host. */
function isOnThisMachine(address: string | null): boolean {
  const url = URL.parse(address ?? '')
  if (!url) return false
  const host = url.hostname || (url.searchParams.get('host') ?? '')
  return host.startsWith('/') || ['', 'localhost', '127.0.0.1', '[::1]'].includes(host)
}
