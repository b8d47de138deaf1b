import { useSyncExternalStore } from 'react'
import { useHasRecorder } from '#features/devices/web.tsx'
import { useMe } from '#features/me/web.tsx'
import { hasMembership } from '#features/membership/rules.ts'
import { useServerFacts } from '#features/site/web.tsx'
import { STORED } from '#ui/storage.ts'
import type { AnnouncementScreenProps } from './AnnouncementScreen.tsx'
import type { BreakScreenProps } from './BreakScreen.tsx'
import { comingDialog } from './comingDialog.tsx'
import { askForDevice, deviceAsked, watchDeviceAsked } from './deviceGate.ts'
import type { DevicePromoScreenProps } from './DevicePromoScreen.tsx'
import type { LongTranscriptionScreenProps } from './LongTranscriptionScreen.tsx'
import type { NoMemberDialogProps } from './NoMemberDialog.tsx'
import { useBreak } from './useBreak.ts'
import { useLongTranscription } from './useLongTranscription.ts'
import { useOnce } from './useOnce.ts'

/** Decides when each dialog opens. The code of a dialog is loaded when it opens. */
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

const NoMember = comingDialog<NoMemberDialogProps>('no_member', async () => (await import('./NoMemberDialog.tsx')).NoMemberDialog)

/** Opens when `useAccessGuard` blocks an action (B§2). */
function NoMemberPlace() {
  const asked = useSyncExternalStore(watchDeviceAsked, deviceAsked)
  const mainSite = useServerFacts()?.main_site ?? null
  return (
    <NoMember wants={asked !== undefined} what={asked ?? 'device'} mainSite={mainSite} onClose={() => askForDevice(undefined)} />
  )
}

const LongTranscription = comingDialog<LongTranscriptionScreenProps>(
  'long_transcription',
  async () => (await import('./LongTranscriptionScreen.tsx')).LongTranscriptionScreen,
)

/** Opens when more than 24 hours of audio are being transcribed (A§2, B§2). */
function LongTranscriptionPlace() {
  const { long, close } = useLongTranscription(useMe()?.id)
  return <LongTranscription wants={long !== undefined} total={long?.total ?? 0} left={long?.left ?? 0} onClose={close} />
}

const BreakDialog = comingDialog<BreakScreenProps>('break', async () => (await import('./BreakScreen.tsx')).BreakScreen)

/** "Time for a Little Break" (B§2): opens after three hours of use without a break. */
export function BreakPlace() {
  const { isDue, ...rest } = useBreak()
  return <BreakDialog wants={isDue} {...rest} />
}

const Announcement = comingDialog<AnnouncementScreenProps>(
  'announcement',
  async () => (await import('./AnnouncementScreen.tsx')).AnnouncementScreen,
)

/** The operator's announcement (B§2 operation banner), shown once per user and announcement. */
function AnnouncementPlace() {
  const announcement = useServerFacts()?.announcement ?? undefined
  const { isDue, done } = useOnce(STORED.announcements, useMe()?.id, announcement?.id)
  return announcement && <Announcement wants={isDue} announcement={announcement} onClose={done} />
}

const DevicePromo = comingDialog<DevicePromoScreenProps>(
  'device_promo',
  async () => (await import('./DevicePromoScreen.tsx')).DevicePromoScreen,
)

/** The offer of a recorder, shown once to a user who has neither a membership nor a recorder (A§6, B§2). */
function DevicePromoPlace() {
  const me = useMe()
  const facts = useServerFacts()
  const { isDue, done } = useOnce(STORED.offers, me && !hasMembership(me.membership_type) ? me.id : undefined, 'device')
  const has = useHasRecorder({ asks: isDue })
  return <DevicePromo wants={isDue && has === false && facts !== undefined} mainSite={facts?.main_site ?? null} onClose={done} />
}
