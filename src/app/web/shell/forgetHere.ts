import { forgetRecordingsOf } from '#features/recorder/web.tsx'
import { forgetUploadsOf } from '#features/upload/web.tsx'

/** Sound kept in this browser goes with its account. What another tab is just writing stays, under a name nobody has any more. */
export async function forgetHere(account: string): Promise<void> {
  await Promise.allSettled([forgetUploadsOf(account), forgetRecordingsOf(account)])
}
