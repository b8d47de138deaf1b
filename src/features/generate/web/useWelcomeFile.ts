import { skipToken, useQuery } from '@tanstack/react-query'
import { reloadLibrary } from '#features/files/web.tsx'
import { waitForMe } from '#features/profile/web.tsx'
import { isRefused } from '#shared/client.ts'
import { seconds } from '#shared/units.ts'
import { NO_EXPIRATION, getItem, setItem } from '#browser/storage/storage.ts'
import { wait } from '#browser/timers/time.ts'
import { useToast } from '#ui/toast/useToast.ts'
import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'
import { generate } from './queries.ts'

/** The storage key of A§9. */
const SHOWN_KEY = 'welcomeFileShown'
/** Without the language, so that the request is sent once per user. Another user starts with an empty cache. */
const QUERY_KEY = ['generate', 'welcomeFile']
/** Without a response in this time the request counts as failed (A§9). */
const TIMEOUT = seconds(5)

/**
 * Requests the sample recording on the first load of the app, once per page and user (A§4). Remembers permanently that it was
 * created or that the user does not receive one. Any other result shows an error and is retried on the next load.
 */
export function useWelcomeFile(): void {
  const t = useTranslations('generate')
  const toast = useToast()
  const lang = useLocale()
  useQuery({
    queryKey: QUERY_KEY,
    queryFn: async ({ client: queries }) => {
      const owner = (await waitForMe(queries))?.id
      if (owner === undefined || getItem(SHOWN_KEY, { owner }) === true) return 'old'
      const outcome = await requestWelcomeFile(lang)
      if (outcome === 'failed') toast.error(t('error_preset_load_failed_network'))
      // Pending until the library contains it.
      if (outcome === 'made') await reloadLibrary(queries)
      if (outcome !== 'failed') setItem(SHOWN_KEY, true, { owner, lifetime: NO_EXPIRATION })
      return outcome
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/**
 * Returns whether the sample recording of a new account is being created. `owner` is the id of the user, undefined until it is
 * known.
 */
export function useIsWelcomeFilePending(owner: string | undefined): boolean {
  const { isPending } = useQuery({ queryKey: QUERY_KEY, queryFn: skipToken })
  return isPending && owner !== undefined && getItem(SHOWN_KEY, { owner }) !== true
}

/** The status of an old user is no failure, and monitoring does not report it (A§7). */
const isOldUser = (body: unknown): boolean =>
  (body as { status?: unknown }).status === generate.welcome.route.refusals.oldUser.status

/** @NOTE The request is not aborted after five seconds, because a slow server can still create the recording. */
async function requestWelcomeFile(lang: string): Promise<'made' | 'old' | 'failed'> {
  const timeoutController = new AbortController()
  try {
    return await Promise.race([
      generate.welcome({ body: { lang } }, { isResult: isOldUser }).then(
        () => 'made' as const,
        (error: unknown) => (isRefused(error, generate.welcome, 'oldUser') ? 'old' : 'failed'),
      ),
      wait(TIMEOUT, timeoutController.signal).then(() => 'failed' as const),
    ])
  } finally {
    timeoutController.abort()
  }
}

/** Requests the sample recording in the background. */
export function WelcomeFile() {
  useWelcomeFile()
  return null
}
