import { useSyncExternalStore } from 'react'
import { useHasRecorder } from '#features/devices/web.tsx'
import { useMe } from '#features/me/web.tsx'
import { hasMembership } from '#features/membership/rules.ts'
import { useServerSettings } from '#features/site/web.tsx'
import { STORAGE_KEYS } from '#ui/storage.ts'
import type { AnnouncementDialogProps } from './AnnouncementScreen.tsx'
import type { BreakDialogProps } from './BreakScreen.tsx'
import { lazyAutomaticDialog } from './comingDialog.tsx'
import { setBlockedAction, getBlockedAction, subscribeToBlockedAction } from './deviceGate.ts'
import type { DevicePromoDialogProps } from './DevicePromoScreen.tsx'
import type { LongTranscriptionDialogProps } from './LongTranscriptionScreen.tsx'
import type { NoMembershipDialogProps } from './NoMemberDialog.tsx'
import { useBreakReminder } from './useBreak.ts'
import { useLongTranscription } from './useLongTranscription.ts'
import { useShowOnce } from './useOnce.ts'

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
  async () => (await import('./NoMemberDialog.tsx')).NoMembershipDialog,
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
  async () => (await import('./LongTranscriptionScreen.tsx')).LongTranscriptionDialog,
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
  async () => (await import('./BreakScreen.tsx')).BreakDialog,
)

/** "Time for a Little Break" (B§2): opens after three hours of use without a break. */
export function BreakPrompt() {
  const { isDue, ...rest } = useBreakReminder()
  return <LazyBreakDialog isDue={isDue} {...rest} />
}

const LazyAnnouncementDialog = lazyAutomaticDialog<AnnouncementDialogProps>(
  'announcement',
  async () => (await import('./AnnouncementScreen.tsx')).AnnouncementDialog,
)

/** The operator's announcement (B§2 operation banner), shown once per user and announcement. */
function AnnouncementPrompt() {
  const announcement = useServerSettings()?.announcement ?? undefined
  const { isDue, markSeen } = useShowOnce(STORAGE_KEYS.announcements, useMe()?.id, announcement?.id)
  return announcement && <LazyAnnouncementDialog isDue={isDue} announcement={announcement} onClose={markSeen} />
}

const LazyDevicePromoDialog = lazyAutomaticDialog<DevicePromoDialogProps>(
  'device_promo',
  async () => (await import('./DevicePromoScreen.tsx')).DevicePromoDialog,
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
