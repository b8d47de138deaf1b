import { useEffect } from 'react'
import { onSignedOut } from '#browser/session/signOutEvents.ts'
import { deleteVoicePrints } from './voicePrintDatabase.ts'

/** Deletes the voice prints when the session ends: another user of this browser must not have them. */
export function VoicePrintsBackground() {
  useEffect(() => onSignedOut(deleteVoicePrints), [])
  return null
}
