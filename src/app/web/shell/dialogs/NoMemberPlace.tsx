import { useSyncExternalStore } from 'react'
import { useServerFacts } from '#features/site/web.tsx'
import { comingDialog } from './comingDialog.tsx'
import { askForDevice, deviceAsked, watchDeviceAsked } from './deviceGate.ts'
import type { NoMemberDialogProps } from './NoMemberDialog.tsx'

const NoMember = comingDialog<NoMemberDialogProps>('no_member', async () => (await import('./NoMemberDialog.tsx')).NoMemberDialog)

/** What `useDeviceGate` shows (B§2). */
export function NoMemberPlace() {
  const asked = useSyncExternalStore(watchDeviceAsked, deviceAsked)
  const mainSite = useServerFacts()?.main_site ?? null
  return (
    <NoMember wants={asked !== undefined} what={asked ?? 'device'} mainSite={mainSite} onClose={() => askForDevice(undefined)} />
  )
}
