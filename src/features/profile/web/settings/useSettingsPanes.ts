import { useFeatures } from '#ui/feature/FeaturesContext.ts'
import { useMe } from '../useMe.ts'
import type { SettingsPane } from '#ui/feature/WebFeature.ts'

/** Returns the panes of all features in the order of the list. Those of the server are only for its operator. */
export function useSettingsPanes(): readonly SettingsPane[] {
  const isOperator = useMe()?.is_operator ?? false
  return useFeatures()
    .flatMap(({ settingsPanes = [] }) => settingsPanes)
    .filter(({ group }) => group !== 'server' || isOperator)
    .sort((a, b) => a.order - b.order)
}
