import type { QueryClient } from '@tanstack/react-query'
import { me } from './me.ts'

/** Settings, name, picture or minutes changed, perhaps in another tab: what is shown of them is read again. */
export function applyLiveEvent(queries: QueryClient, { name }: { name: string }): void {
  if (name === 'settings') void queries.invalidateQueries({ queryKey: me.settings.key() })
  if (name === 'me') void queries.invalidateQueries({ queryKey: me.me.key() })
}
