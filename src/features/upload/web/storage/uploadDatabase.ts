export const DATABASE_NAME = 'earshot-uploads'

/** Name of the broadcast channel of an account's tabs, and of the lock of the active tab. */
export const channelName = (owner: string): string => `earshot-uploads ${owner}`

/**
 * True when this browser may have stored uploads. Does not create the database; returns true where databases cannot be listed.
 */
export async function hasStoredUploads(): Promise<boolean> {
  if (typeof indexedDB === 'undefined') return false
  if (typeof indexedDB.databases !== 'function') return true
  return (await indexedDB.databases()).some(({ name }) => name === DATABASE_NAME)
}
