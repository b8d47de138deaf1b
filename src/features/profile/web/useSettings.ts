import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { isRefused } from '#shared/client.ts'
import { useFailureToast } from '#ui/toast/useFailureToast.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { Settings } from '../contract.ts'
import { profileClient } from './profileClient.ts'

/** The mutation key of settings changes, used to show whether a change is saved. */
export const SETTINGS_MUTATION_KEY = ['me', 'change-settings'] as const

/**
 * Returns the user's settings and a function to change them. A change is applied optimistically and sent immediately; changes are
 * sent one after another. If the server refuses a change, it is reverted and a toast shows the reason. `change` resolves to
 * whether the change was saved.
 */
export function useSettings() {
  const queries = useQueryClient()
  const showError = useShowChangeError()
  const query = useQuery(settingsQuery)
  const mutation = useMutation({
    mutationKey: SETTINGS_MUTATION_KEY,
    scope: { id: 'settings' },
    mutationFn: (change: Partial<Settings>) => profileClient.changeSettings({ body: change }),
    onMutate: async (change) => {
      await queries.cancelQueries({ queryKey: profileClient.settings.key({}) })
      const previous = getCachedSettings(queries)
      applyChange(queries, change)
      return previous
    },
    onError: (error, change, previous) => {
      revertChange(queries, change, previous)
      showError(error)
    },
    onSuccess: ({ data }) => {
      // The response to an older change must not overwrite a newer optimistic change.
      if (queries.isMutating({ mutationKey: SETTINGS_MUTATION_KEY }) <= 1) applyChange(queries, data)
    },
  })
  const { mutateAsync } = mutation
  return {
    settings: query.data?.data,
    error: query.error,
    retry: () => void query.refetch(),
    change: (change: Partial<Settings>): Promise<boolean> =>
      mutateAsync(change).then(
        () => true,
        () => false,
      ),
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

function useShowChangeError() {
  const t = useTranslations('profile')
  const showFailure = useFailureToast()
  return (error: unknown) => {
    const refusal = (['noSuchZone', 'noSuchLanguage', 'noPicture'] as const).find((name) =>
      isRefused(error, profileClient.changeSettings, name),
    )
    showFailure(refusal ? t(refusal) : t('not_saved'), error)
  }
}
