import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { wasRefused } from '#kit/client.ts'
import { useFailureToast } from '#ui/useFailureToast.ts'
import { useWords } from '#ui/words.ts'
import type { Settings } from '../contract.ts'
import { me } from './me.ts'

/** Names the mutations of this file, for whoever shows that something is saved. */
export const CHANGES = ['me', 'change-settings'] as const

/**
 * The caller's settings and the way to change them: in force at once, sent at once, one after another; taken back with the
 * reason in a toast when the server does not take them. `change` resolves to whether it was saved.
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
      // The answer to an older change must not paint over a younger one.
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

/** Into the settings, and into the person where name and picture are shown. */
function apply(queries: QueryClient, { nickname, avatar, ...rest }: Partial<Settings>): void {
  const person = { ...(nickname !== undefined && { nickname }), ...(avatar !== undefined && { avatar }) }
  queries.setQueryData<Answer>(me.settings.key({}), (old) => old && { ...old, data: { ...old.data, ...rest, ...person } })
  queries.setQueryData<Me>(me.me.key({}), (old) => old && { ...old, data_user: { ...old.data_user, ...person } })
}

/** Only what nobody has changed since. */
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
