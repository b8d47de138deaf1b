import { AnnouncementPlace } from './AnnouncementPlace.tsx'
import { BreakPlace } from './BreakPlace.tsx'
import { DevicePromoPlace } from './DevicePromoPlace.tsx'
import { LongTranscriptionPlace } from './LongTranscriptionPlace.tsx'
import { NoMemberPlace } from './NoMemberPlace.tsx'

/** What decides when one of them comes; what each shows is fetched when it does. */
export function ShellDialogsLater() {
  return (
    <>
      <NoMemberPlace />
      <LongTranscriptionPlace />
      <BreakPlace />
      <AnnouncementPlace />
      <DevicePromoPlace />
    </>
  )
}
