export const DATABASE = 'earshot-uploads'

/** The tabs of one account speak to each other under this name; the one that works has its turn under it. */
export const channelName = (owner: string): string => `earshot-uploads ${owner}`

/** Whether this browser ever kept an upload. Whoever only looks makes no database; a browser that cannot say may have one. */
export async function isKeptHere(): Promise<boolean> {
  if (typeof indexedDB === 'undefined') return false
  if (typeof indexedDB.databases !== 'function') return true
  return (await indexedDB.databases()).some(({ name }) => name === DATABASE)
}
