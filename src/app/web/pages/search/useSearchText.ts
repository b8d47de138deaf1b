import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { paths } from '#shared/paths.ts'
import { after } from '#browser/timers/time.ts'
import type { Stop } from '#browser/timers/time.ts'

/** The delay in milliseconds after the last key before the query is written to the URL. */
const URL_UPDATE_DELAY = 250

/** The text in the field, the query of the URL it was last compared with, and the query that this hook wrote last. */
type InputState = { text: string; urlQuery: string; writtenQuery: string | null }

/**
 * Returns the query of `?q=` in the URL and its setter. New text is shown at once and written to the URL after a delay. It
 * replaces the history entry, so that Back opens the previous page.
 */
export function useSearchText(): readonly [string, (text: string) => void] {
  const router = useRouter()
  const rawQuery = useRouterState({
    select: (state): unknown => (state.location.search as Record<string, unknown>)['q'],
  })
  const urlQuery = typeof rawQuery === 'string' ? rawQuery : ''
  const [input, setInput] = useState<InputState>({ text: urlQuery, urlQuery, writtenQuery: null })
  const cancelUpdate = useRef<Stop>(undefined)
  useEffect(() => () => cancelUpdate.current?.(), [])
  // A query that this hook wrote must not replace newer text in the field. All other changes come from links or from Back.
  if (input.urlQuery !== urlQuery) {
    setInput(input.writtenQuery === urlQuery ? { ...input, urlQuery } : { text: urlQuery, urlQuery, writtenQuery: null })
  }
  const setText = (text: string) => {
    setInput((previous) => ({ ...previous, text }))
    cancelUpdate.current?.()
    cancelUpdate.current = after(URL_UPDATE_DELAY, () => {
      const q = text.trim()
      setInput((previous) => ({ ...previous, writtenQuery: q }))
      void router.navigate({ href: paths.search({ q: q || undefined }), replace: true })
    })
  }
  return [input.text, setText] as const
}
