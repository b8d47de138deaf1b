import { useEffect } from 'react'
import { SCENES } from '#features/files/contract.ts'
import { NO_EXPIRATION, getItem, setItem } from '#browser/storage/storage.ts'

const STORAGE_KEY = 'sample_read'

/** Returns true when this user has opened the sample recording in this browser. */
export const hasReadSample = (owner: string | undefined): boolean =>
  owner !== undefined && getItem(STORAGE_KEY, { owner }) === true

/** Stores that the sample was opened; ignores all other recordings. */
export function useMarkSampleRead(scene: number | undefined, owner: string | undefined): void {
  useEffect(() => {
    if (scene === SCENES.welcomeNote && owner !== undefined) setItem(STORAGE_KEY, true, { owner, lifetime: NO_EXPIRATION })
  }, [scene, owner])
}
