import { useWords } from '#ui/words.ts'
import type { SettingsPane } from './settingsPanes.ts'

/** What a pane of the settings is called. */
export function usePaneName(): (pane: SettingsPane) => string {
  const t = useWords('me')
  return (pane) => t(`pane_${pane}`)
}
