import type { QueryClient } from '@tanstack/react-query'
import { lazyDialog } from '#ui/lazyDialog.tsx'
import type { SettingsDialogProps } from './web/settings/settingsPanes.ts'

export { applyLiveEvent } from './web/applyLiveEvent.ts'
export { useMe, useMeOrError, useRereadMe } from './web/useMe.ts'
export { useSettings } from './web/useSettings.ts'
export { whenMe } from './web/whenMe.ts'
export { usePaneName } from './web/settings/usePaneName.ts'
export { PANES } from './web/settings/settingsPanes.ts'
export type { SettingsDialogProps, SettingsPane } from './web/settings/settingsPanes.ts'

/** Everything one can set about oneself, in panes (A§2: `profile=open` in the address opens it). */
export const SettingsDialog = lazyDialog<SettingsDialogProps>(
  async () => (await import('./web/settings/SettingsScreen.tsx')).SettingsScreen,
)

/**
 * Asks who is signed in before the page is there that shows it (A§7). Its code comes beside the entry, not in it: a contract
 * brings the whole of zod, which nobody needs before the first page.
 */
export function prefetchMe(queries: QueryClient): void {
  import('./web/prefetchMe.ts').then(
    ({ prefetchMe: ask }) => ask(queries),
    () => {}, // whoever shows the person asks again
  )
}
