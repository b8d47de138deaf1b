import { Search } from 'lucide-react'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useRouter, useSearch } from '@tanstack/react-router'
import { searchTitlesCached, useLibrary } from '#features/files/web.tsx'
import { useFolders } from '#features/folders/web.tsx'
import { foldText, foldedWords } from '#shared/normalizeText.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { SkeletonRows } from '#ui/feedback/Skeleton.tsx'
import { SearchField } from '#ui/search/SearchField.tsx'
import { useEvent } from '#browser/events/useEvent.ts'
import { usePageTitle } from '#browser/page/pageTitle.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { SearchResults } from './SearchResults.tsx'
import { paths } from '#shared/paths.ts'
import { after } from '#browser/timers/time.ts'
import type { Stop } from '#browser/timers/time.ts'

/** /search (A§2): finds recordings by title and folders by name while the user types. A hint names what is not searched yet. */
export function SearchPage() {
  const t = useTranslations('search')
  const [text, setText] = useSearchText()
  const pageRef = useSearchKeys(() => setText(''))
  const fieldRef = useRef<HTMLInputElement>(null)
  // The field has the focus at once because the page has no other purpose.
  useEffect(() => fieldRef.current?.focus({ preventScroll: true }), [])
  usePageTitle(t('search_title'))
  return (
    <div
      ref={pageRef}
      role="search"
      className="grid max-w-[55rem] grid-cols-1 content-start gap-5 px-12 py-9 max-md:px-6 max-sm:px-4 max-sm:py-5"
    >
      <h1 className="text-3xl font-[640] tracking-[-0.02em]">{t('search_title')}</h1>
      <SearchField ref={fieldRef} label={t('search_label')} hint={t('search_not_yet')} value={text} onChange={setText} />
      <SearchContent query={useDeferredValue(text).trim()} />
    </div>
  )
}

function SearchContent({ query }: { query: string }) {
  const t = useTranslations('search')
  const library = useLibrary()
  const folders = useFolders().data
  const searchWords = useMemo(() => foldedWords(query), [query])
  const files = useMemo(() => library.data?.filter((file) => !file.is_trash) ?? [], [library.data])
  const foundFiles = useMemo(
    () => (searchWords.length === 0 ? [] : searchTitlesCached(files, query)),
    [files, query, searchWords],
  )
  const foundFolders = useMemo(() => {
    const matches = (name: string) => searchWords.every((word) => foldText(name).includes(word))
    return searchWords.length === 0 ? [] : (folders ?? []).filter(({ name }) => matches(name))
  }, [folders, searchWords])
  const count = foundFiles.length + foundFolders.length
  // Older recordings are still loading, so there may be results later.
  const isIncomplete = searchWords.length > 0 && count === 0 && !library.isWhole
  if (!library.data || isIncomplete) {
    if (!library.isError) return <SkeletonRows rows={4} />
    const retry = () => void library.refetch()
    return <ErrorState title={t('search_failed')} error={library.error} onRetry={retry} retrying={library.isFetching} />
  }
  return (
    <>
      <p role="status" className="sr-only">
        {searchWords.length > 0 && library.isWhole && t('search_found', { count })}
      </p>
      {searchWords.length === 0 ? (
        <EmptyState icon={<Search aria-hidden />}>{t('search_empty')}</EmptyState>
      ) : (
        <SearchResults key={query} query={query} files={foundFiles} folders={foundFolders} />
      )}
    </>
  )
}

/** Arrow keys move between the field and the links of the results; Esc clears the field. Returns the ref of the page. */
function useSearchKeys(clear: () => void) {
  const pageRef = useRef<HTMLDivElement>(null)
  useEvent('document', 'keydown', (event) => {
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    const fieldElement = pageRef.current?.querySelector<HTMLInputElement>('input[type="search"]')
    const focusTargets = [fieldElement, ...(pageRef.current?.querySelectorAll<HTMLElement>('a[data-result]') ?? [])]
    const index = focusTargets.findIndex((element) => element === document.activeElement)
    if (index < 0) return
    if (event.key === 'Escape' && index === 0 && fieldElement?.value !== '') clear()
    else if (event.key === 'ArrowDown' && index + 1 < focusTargets.length) focusTargets[index + 1]?.focus()
    else if (event.key === 'ArrowUp' && index > 0) focusTargets[index - 1]?.focus()
    else return
    event.preventDefault()
  })
  return pageRef
}

/** The delay in milliseconds after the last key before the query is written to the URL. */
const URL_UPDATE_DELAY = 250

/** The text in the field, the query of the URL it was last compared with, and the query that this hook wrote last. */
type InputState = { text: string; urlQuery: string; writtenQuery: string | null }

/**
 * Returns the query of `?q=` in the URL and its setter. New text is shown at once and written to the URL after a delay. It
 * replaces the history entry, so that Back opens the previous page.
 */
function useSearchText(): readonly [string, (text: string) => void] {
  const router = useRouter()
  const { q: urlQuery = '' } = useSearch({ strict: false })
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
