import { useEffect } from 'react'
import { SCENES } from '#features/files/contract.ts'
import { NoExpiration, recall, store } from '#ui/storage.ts'

const KEY = 'sample_read'

/** Returns true when this user has opened the sample recording in this browser. */
export const hasReadSample = (owner: string | undefined): boolean => owner !== undefined && recall(KEY, { owner }) === true

/** Stores that the sample was opened; ignores all other recordings. */
export function useNoteSampleRead(scene: number | undefined, owner: string | undefined): void {
  useEffect(() => {
    if (scene === SCENES.welcomeNote && owner !== undefined) store(KEY, true, { owner, lifetime: NoExpiration })
  }, [scene, owner])
}
