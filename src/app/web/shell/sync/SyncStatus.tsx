/** What is on its way: uploads, conversions, transcriptions, and what went wrong (A§2 cloud-sync status). */
export function SyncStatus() {
  return null
}
