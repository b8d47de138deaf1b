import { newId } from '#ui/newId.ts'
import { NoExpiration, STORED, recallText, store } from '#ui/storage.ts'

/**
 * What this browser calls the desktop program beside it, where the program did not say (B§4): the same each time, so that the
 * program's new session takes the place of its last one.
 */
export function desktopUuid(): string {
  const kept = recallText(STORED.desktopUuid)
  if (kept && /^[0-9a-f]{32}$/.test(kept)) return kept
  const made = newId()
  store(STORED.desktopUuid, made, { lifetime: NoExpiration })
  return made
}
