import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { wasRefused } from '#kit/client.ts'
import { useFailureToast } from '#ui/useFailureToast.ts'
import { useWords } from '#ui/words.ts'
import type { Settings } from '../contract.ts'
import { me } from './me.ts'

/** The mutation key of settings changes, used to show whether a change is saved. */
export const CHANGES = ['me', 'change-settings'] as const

/**
 * Returns the user's settings and a function to change them. A change is applied optimistically and sent immediately; changes are
 * sent one after another. If the server refuses a change, it is reverted and a toast shows the reason. `change` resolves to
 * whether the change was saved.
 */
export function useSettings() {
  const queries = useQueryClient()
  const explain = useExplainChange()
  const asked = useQuery({
    queryKey: me.settings.key({}),
    queryFn: ({ signal }) => me.settings({}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const saving = useMutation({
    mutationKey: CHANGES,
    scope: { id: 'settings' },
    mutationFn: (change: Partial<Settings>) => me.changeSettings({ body: change }),
    onMutate: async (change) => {
      await queries.cancelQueries({ queryKey: me.settings.key({}) })
      const before = kept(queries)
      apply(queries, change)
      return before
    },
    onError: (error, change, before) => {
      takeBack(queries, change, before)
      explain(error)
    },
    onSuccess: ({ data }) => {
      // The response to an older change must not overwrite a newer optimistic change.
      if (queries.isMutating({ mutationKey: CHANGES }) <= 1) apply(queries, data)
    },
  })
  const { mutateAsync } = saving
  return {
    settings: asked.data?.data,
    error: asked.error,
    retry: () => void asked.refetch(),
    change: (change: Partial<Settings>): Promise<boolean> =>
      mutateAsync(change).then(
        () => true,
        () => false,
      ),
  }
}

type Answer = Awaited<ReturnType<typeof me.settings>>
type Me = Awaited<ReturnType<typeof me.me>>

const kept = (queries: QueryClient) => queries.getQueryData<Answer>(me.settings.key({}))?.data

/** Applies the change to the cached settings, and nickname and avatar also to the cached user. */
function apply(queries: QueryClient, { nickname, avatar, ...rest }: Partial<Settings>): void {
  const person = { ...(nickname !== undefined && { nickname }), ...(avatar !== undefined && { avatar }) }
  queries.setQueryData<Answer>(me.settings.key({}), (old) => old && { ...old, data: { ...old.data, ...rest, ...person } })
  queries.setQueryData<Me>(me.me.key({}), (old) => old && { ...old, data_user: { ...old.data_user, ...person } })
}

/** Reverts the keys that have not been changed again since. */
function takeBack(queries: QueryClient, change: Partial<Settings>, before: Settings | undefined): void {
  const now = kept(queries)
  if (!before || !now) return
  const names = (Object.keys(change) as (keyof Settings)[]).filter((name) => now[name] === change[name])
  apply(queries, Object.fromEntries(names.map((name) => [name, before[name]])))
}

function useExplainChange() {
  const t = useWords('me')
  const failed = useFailureToast()
  return (error: unknown) => {
    const known = (['noSuchZone', 'noSuchLanguage', 'noPicture'] as const).find((name) =>
      wasRefused(error, me.changeSettings, name),
    )
    failed(known ? t(known) : t('not_saved'), error)
  }
}
