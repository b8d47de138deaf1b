/** The database of the specification (B§9). Version 2 has the store `speakers`. */
export const DATABASE_NAME = 'VOICEPRINT'
export const DATABASE_VERSION = 2

/** Deletes all voice prints of this browser. The browser completes it also when the page is closed meanwhile. */
export function deleteVoicePrints(): void {
  if (typeof indexedDB !== 'undefined') indexedDB.deleteDatabase(DATABASE_NAME)
}
