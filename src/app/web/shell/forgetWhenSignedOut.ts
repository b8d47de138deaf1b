import { forgetRecordingsOf } from '#features/recorder/web.tsx'
import { forgetUploadsOf } from '#features/upload/web.tsx'
import { onSignedOut } from '#ui/signedOut.ts'

/**
 * Sound kept in this browser goes with its account, once the session is forgotten and whatever of it was at work here has stopped.
 * What another tab is just writing stays, under a name nobody has any more.
 */
export function forgetWhenSignedOut(account: string): void {
  const deaf = onSignedOut(() => {
    deaf()
    void Promise.allSettled([forgetUploadsOf(account), forgetRecordingsOf(account)])
  })
}
