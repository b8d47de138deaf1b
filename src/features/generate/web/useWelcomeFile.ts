import { useQuery } from '@tanstack/react-query'
import { rereadFiles } from '#features/files/web.tsx'
import { whenMe } from '#features/me/web.tsx'
import { wasRefused } from '#kit/client.ts'
import { seconds } from '#kit/units.ts'
import { NoExpiration, recall, store } from '#ui/storage.ts'
import { wait } from '#ui/time.ts'
import { useRecordingsToast } from '#ui/useToast.ts'
import { useLocale, useWords } from '#ui/words.ts'
import { generate } from './queries.ts'

/** A§9 */
const SHOWN = 'welcomeFileShown'
/** A§9: no answer in this time is a failure. */
const PATIENCE = seconds(5)

/**
 * Asks for the sample recording on the first load of the app, once a page and user (A§4). It is remembered for good that there
 * was one, or that the user is none who gets one; any other end is said once and tried again with the next load.
 */
export function useWelcomeFile(): void {
  const t = useWords('generate')
  const toast = useRecordingsToast()
  const lang = useLocale()
  useQuery({
    // Whatever the page speaks by then: one user is asked for once. Another one begins with an empty cache.
    queryKey: ['generate', 'welcomeFile'],
    queryFn: async ({ client: queries }) => {
      const owner = (await whenMe(queries))?.id
      if (owner === undefined || recall(SHOWN, { owner }) === true) return 'old'
      const outcome = await askForWelcome(lang)
      if (outcome === 'failed') toast.error(t('error_preset_load_failed_network'))
      else store(SHOWN, true, { owner, lifetime: NoExpiration })
      if (outcome === 'made') rereadFiles(queries)
      return outcome
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/** @NOTE Not given up after the five seconds but left alone: a slow server still makes the recording. */
async function askForWelcome(lang: string): Promise<'made' | 'old' | 'failed'> {
  const patience = new AbortController()
  try {
    return await Promise.race([
      generate.welcome({ body: { lang } }).then(
        () => 'made' as const,
        (error: unknown) => (wasRefused(error, generate.welcome, 'oldUser') ? 'old' : 'failed'),
      ),
      wait(PATIENCE, patience.signal).then(() => 'failed' as const),
    ])
  } finally {
    patience.abort()
  }
}
