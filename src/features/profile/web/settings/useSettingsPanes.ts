import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useFeatures } from '#ui/feature/FeaturesContext.ts'
import { useMe } from '../useMe.ts'
import type { SettingsPane } from '#ui/feature/WebFeature.ts'

/** Returns the panes of all features in the order of the list. Those of the server are for its operator and users they name. */
export function useSettingsPanes(): readonly SettingsPane[] {
  const isOperator = useMe()?.is_operator ?? false
  const panes = useFeatures().flatMap(({ settingsPanes = [] }) => settingsPanes)
  const shownToSome = useShownToSome(isOperator ? [] : panes)
  return panes
    .filter(({ group, id }) => group !== 'server' || isOperator || shownToSome.has(id))
    .sort((a, b) => a.order - b.order)
}

/** Returns the ids of the panes of the server that this user may see without being the operator. */
function useShownToSome(panes: readonly SettingsPane[]): ReadonlySet<string> {
  const queries = useQueryClient()
  const asked = panes.flatMap(({ id, isShown }) => (isShown ? [{ id, isShown }] : []))
  const answers = useQueries({
    queries: asked.map(({ id, isShown }) => ({ queryKey: ['settings-pane', id], queryFn: () => isShown(queries) })),
  })
  return new Set(asked.filter((_, index) => answers[index]?.data === true).map(({ id }) => id))
}
