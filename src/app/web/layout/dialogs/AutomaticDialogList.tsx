import { useSyncExternalStore } from 'react'
import { useHasRecorder } from '#features/devices/web.tsx'
import { useMe } from '#features/profile/web.tsx'
import { hasMembership } from '#features/membership/rules.ts'
import { useServerSettings } from '#features/site/web.tsx'
import { STORAGE_KEYS } from '#browser/storage/storage.ts'
import type { AnnouncementDialogProps } from './AnnouncementDialog.tsx'
import type { BreakDialogProps } from './break/BreakDialog.tsx'
import { lazyAutomaticDialog } from './lazyAutomaticDialog.tsx'
import { setBlockedAction, getBlockedAction, subscribeToBlockedAction } from './device/blockedAction.ts'
import type { DevicePromoDialogProps } from './device/DevicePromoDialog.tsx'
import type { LongTranscriptionDialogProps } from './LongTranscriptionDialog.tsx'
import type { NoMembershipDialogProps } from './device/NoMembershipDialog.tsx'
import { useBreakReminder } from './break/useBreakReminder.ts'
import { useLongTranscription } from './useLongTranscription.ts'
import { useShowOnce } from './useShowOnce.ts'

/** Decides when each dialog opens. The code of a dialog is loaded when it opens. */
export function AutomaticDialogList() {
  return (
    <>
      <NoMembershipPrompt />
      <LongTranscriptionPrompt />
      <BreakPrompt />
      <AnnouncementPrompt />
      <DevicePromoPrompt />
    </>
  )
}

const LazyNoMembershipDialog = lazyAutomaticDialog<NoMembershipDialogProps>(
  'no_member',
  async () => (await import('./device/NoMembershipDialog.tsx')).NoMembershipDialog,
)

/** Opens when `useAccessGuard` blocks an action (B§2). */
function NoMembershipPrompt() {
  const blockedAction = useSyncExternalStore(subscribeToBlockedAction, getBlockedAction)
  const mainSite = useServerSettings()?.main_site ?? null
  return (
    <LazyNoMembershipDialog
      isDue={blockedAction !== undefined}
      action={blockedAction ?? 'device'}
      mainSite={mainSite}
      onClose={() => setBlockedAction(undefined)}
    />
  )
}

const LazyLongTranscriptionDialog = lazyAutomaticDialog<LongTranscriptionDialogProps>(
  'long_transcription',
  async () => (await import('./LongTranscriptionDialog.tsx')).LongTranscriptionDialog,
)

/** Opens when more than 24 hours of audio are being transcribed (A§2, B§2). */
function LongTranscriptionPrompt() {
  const { audio, close } = useLongTranscription(useMe()?.id)
  return (
    <LazyLongTranscriptionDialog
      isDue={audio !== undefined}
      total={audio?.total ?? 0}
      left={audio?.remaining ?? 0}
      onClose={close}
    />
  )
}

const LazyBreakDialog = lazyAutomaticDialog<BreakDialogProps>(
  'break',
  async () => (await import('./break/BreakDialog.tsx')).BreakDialog,
)

/** "Time for a Little Break" (B§2): opens after three hours of use without a break. */
export function BreakPrompt() {
  const { isDue, ...rest } = useBreakReminder()
  return <LazyBreakDialog isDue={isDue} {...rest} />
}

const LazyAnnouncementDialog = lazyAutomaticDialog<AnnouncementDialogProps>(
  'announcement',
  async () => (await import('./AnnouncementDialog.tsx')).AnnouncementDialog,
)

/** The operator's announcement (B§2 operation banner), shown once per user and announcement. */
function AnnouncementPrompt() {
  const announcement = useServerSettings()?.announcement ?? undefined
  const { isDue, markSeen } = useShowOnce(STORAGE_KEYS.announcements, useMe()?.id, announcement?.id)
  return announcement && <LazyAnnouncementDialog isDue={isDue} announcement={announcement} onClose={markSeen} />
}

const LazyDevicePromoDialog = lazyAutomaticDialog<DevicePromoDialogProps>(
  'device_promo',
  async () => (await import('./device/DevicePromoDialog.tsx')).DevicePromoDialog,
)

/** The offer of a recorder, shown once to a user who has neither a membership nor a recorder (A§6, B§2). */
function DevicePromoPrompt() {
  const me = useMe()
  const facts = useServerSettings()
  const { isDue, markSeen } = useShowOnce(
    STORAGE_KEYS.offers,
    me && !hasMembership(me.membership_type) ? me.id : undefined,
    'device',
  )
  const hasRecorder = useHasRecorder({ isEnabled: isDue })
  return (
    <LazyDevicePromoDialog
      isDue={isDue && hasRecorder === false && facts !== undefined}
      mainSite={facts?.main_site ?? null}
      onClose={markSeen}
    />
  )
}
