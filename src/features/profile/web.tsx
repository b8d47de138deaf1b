import type { QueryClient } from '@tanstack/react-query'
import { lazyDialog } from '#ui/dialog/lazyDialog.tsx'
import type { SettingsDialogProps } from './web/settings/settingsPanes.ts'

export { applyLiveEvent, useMe, useMeOrError, useReloadMe } from './web/useMe.ts'
export { useSettings } from './web/useSettings.ts'
export { waitForMe } from './web/waitForMe.ts'
export { SETTINGS_PANES, usePaneTitle } from './web/settings/settingsPanes.ts'
export type { SettingsDialogProps, SettingsPane } from './web/settings/settingsPanes.ts'

/** The settings dialog (A§2: the query `profile=open` opens it). Its code is loaded when it is first opened. */
export const SettingsDialog = lazyDialog<SettingsDialogProps>(
  async () => (await import('./web/settings/SettingsScreen.tsx')).SettingsScreen,
)

/**
 * Starts loading the signed-in user before the page that shows it is loaded (A§7). The code is imported lazily because a contract
 * includes zod, which the first page does not need.
 */
export function prefetchMe(queries: QueryClient): void {
  import('./web/prefetchMe.ts').then(
    ({ prefetchMe: prefetch }) => prefetch(queries),
    () => {}, // useMe loads it later
  )
}
