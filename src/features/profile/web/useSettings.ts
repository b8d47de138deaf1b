import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useAction } from '#ui/action/useAction.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { Settings } from '../contract.ts'
import { profileClient } from './profileClient.ts'

/** Changes of the settings are saved one after another. The settings show whether the last one is saved. */
export const SETTINGS_QUEUE = ['me', 'change-settings'] as const

/**
 * Returns the user's settings and a function to change them. A change is applied optimistically and sent immediately; changes are
 * sent one after another. If the server refuses a change, it is reverted and a toast shows the reason. `change` resolves to
 * whether the change was saved.
 */
export function useSettings() {
  const t = useTranslations('profile')
  const queries = useQueryClient()
  const query = useQuery(settingsQuery)
  const save = useAction((change: Partial<Settings>) => profileClient.changeSettings({ body: change }), {
    queue: SETTINGS_QUEUE,
    failure: t('not_saved'),
    calls: [profileClient.changeSettings],
    refusals: { noSuchZone: t('noSuchZone'), noSuchLanguage: t('noSuchLanguage'), noPicture: t('noPicture') },
    optimistic: async (change) => {
      await queries.cancelQueries({ queryKey: profileClient.settings.key({}) })
      const previous = getCachedSettings(queries)
      applyChange(queries, change)
      return () => revertChange(queries, change, previous)
    },
    onSuccess: ({ data }) => {
      // The response to an older change must not overwrite a newer optimistic change.
      if (queries.isMutating({ mutationKey: SETTINGS_QUEUE }) <= 1) applyChange(queries, data)
    },
  })
  return {
    settings: query.data?.data,
    error: query.error,
    retry: () => void query.refetch(),
    change: save.run,
  }
}

/** Live events reload the settings when they change elsewhere. */
const settingsQuery = {
  queryKey: profileClient.settings.key({}),
  queryFn: ({ signal }: { signal: AbortSignal }) => profileClient.settings({}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
}

/** Returns the user's settings, from the cache once they are loaded. Rejects like a call. */
export const fetchSettings = async (queries: QueryClient): Promise<Settings> => (await queries.fetchQuery(settingsQuery)).data

type SettingsReply = Awaited<ReturnType<typeof profileClient.settings>>
type MeReply = Awaited<ReturnType<typeof profileClient.me>>

const getCachedSettings = (queries: QueryClient) => queries.getQueryData<SettingsReply>(profileClient.settings.key({}))?.data

/** Applies the change to the cached settings, and what the user has of it also to the cached user. */
export function applyChange(queries: QueryClient, { nickname, avatar, greet_by_name, ...rest }: Partial<Settings>): void {
  const profileChange = {
    ...(nickname !== undefined && { nickname }),
    ...(avatar !== undefined && { avatar }),
    ...(greet_by_name !== undefined && { greet_by_name }),
  }
  queries.setQueryData<SettingsReply>(
    profileClient.settings.key({}),
    (old) => old && { ...old, data: { ...old.data, ...rest, ...profileChange } },
  )
  queries.setQueryData<MeReply>(
    profileClient.me.key({}),
    (old) => old && { ...old, data_user: { ...old.data_user, ...profileChange } },
  )
}

/** Reverts the keys that have not been changed again since. */
function revertChange(queries: QueryClient, change: Partial<Settings>, previous: Settings | undefined): void {
  const current = getCachedSettings(queries)
  if (!previous || !current) return
  const keys = (Object.keys(change) as (keyof Settings)[]).filter((name) => current[name] === change[name])
  applyChange(queries, Object.fromEntries(keys.map((name) => [name, previous[name]])))
}
