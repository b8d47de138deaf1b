import { useFeatures } from '#ui/feature/FeaturesContext.ts'
import type { SettingsPane } from '#ui/feature/WebFeature.ts'

/** Returns the panes of all features in the order of the list. */
export const useSettingsPanes = (): readonly SettingsPane[] =>
  useFeatures()
    .flatMap(({ settingsPanes = [] }) => settingsPanes)
    .sort((a, b) => a.order - b.order)
