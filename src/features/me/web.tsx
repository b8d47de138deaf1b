import { lazyDialog } from '#ui/lazyDialog.tsx'
import type { SettingsDialogProps } from './web/settings/settingsPanes.ts'

export { applyLiveEvent } from './web/applyLiveEvent.ts'
export { useMe, useRereadMe } from './web/useMe.ts'
export { useSettings } from './web/useSettings.ts'
export { prefetchMe, whenMe } from './web/whenMe.ts'
export type { SettingsDialogProps, SettingsPane } from './web/settings/settingsPanes.ts'

/** Everything one can set about oneself, in panes (A§2: `profile=open` in the address opens it). */
export const SettingsDialog = lazyDialog<SettingsDialogProps>(
  async () => (await import('./web/settings/SettingsScreen.tsx')).SettingsScreen,
)
