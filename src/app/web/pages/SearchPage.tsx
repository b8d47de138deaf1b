import { Search } from 'lucide-react'
import { useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { titlesFound, useLibrary } from '#features/files/web.tsx'
import { useFolders } from '#features/folders/web.tsx'
import { foldText, wordsOf } from '#kit/foldText.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { TextField } from '#ui/TextField.tsx'
import { useEvent } from '#ui/useEvent.ts'
import { usePageTitle } from '#ui/usePageTitle.ts'
import { useWords } from '#ui/words.ts'
import { SearchResults } from './search/SearchResults.tsx'
import { useSearchText } from './search/useSearchText.ts'

/** /search (A§2): finds recordings by title and folders by name while the user types. A hint names what is not searched yet. */
export function SearchPage() {
  const t = useWords('pages')
  const [text, type] = useSearchText()
  const page = useSearchKeys(() => type(''))
  const field = useRef<HTMLInputElement>(null)
  // The field has the focus at once because the page has no other purpose.
  useEffect(() => field.current?.focus({ preventScroll: true }), [])
  usePageTitle(t('search_title'))
  return (
    <div
      ref={page}
      role="search"
      className="grid max-w-[55rem] grid-cols-1 content-start gap-5 px-12 py-9 max-md:px-6 max-sm:px-4 max-sm:py-5"
    >
      <h1 className="text-3xl font-[640] tracking-[-0.02em]">{t('search_title')}</h1>
      <TextField
        ref={field}
        type="search"
        label={t('search_label')}
        hideLabel
        placeholder={t('search_label')}
        autoComplete="off"
        enterKeyHint="search"
        icon={<Search aria-hidden />}
        hint={t('search_not_yet')}
        value={text}
        onChange={type}
      />
      <Found query={useDeferredValue(text).trim()} />
    </div>
  )
}

function Found({ query }: { query: string }) {
  const t = useWords('pages')
  const library = useLibrary()
  const folders = useFolders().data
  const words = useMemo(() => wordsOf(query), [query])
  const files = useMemo(() => library.data?.filter((file) => !file.is_trash) ?? [], [library.data])
  const found = useMemo(() => (words.length === 0 ? [] : titlesFound(files, query)), [files, query, words])
  const foundFolders = useMemo(() => {
    const has = (name: string) => words.every((word) => foldText(name).includes(word))
    return words.length === 0 ? [] : (folders ?? []).filter(({ name }) => has(name))
  }, [folders, words])
  const count = found.length + foundFolders.length
  // Older recordings are still loading, so there may be results later.
  const isOpen = words.length > 0 && count === 0 && !library.isWhole
  if (!library.data || isOpen) {
    if (!library.isError) return <SkeletonRows rows={4} />
    const again = () => void library.refetch()
    return <ErrorState title={t('search_failed')} error={library.error} onRetry={again} retrying={library.isFetching} />
  }
  return (
    <>
      <p role="status" className="sr-only">
        {words.length > 0 && library.isWhole && t('palette_found', { count })}
      </p>
      {words.length === 0 ? (
        <EmptyState icon={<Search aria-hidden />}>{t('search_empty')}</EmptyState>
      ) : (
        <SearchResults key={query} query={query} files={found} folders={foundFolders} />
      )}
    </>
  )
}

/** Arrow keys move between the field and the links of the results; Esc clears the field. Returns the ref of the page. */
function useSearchKeys(clear: () => void) {
  const page = useRef<HTMLDivElement>(null)
  useEvent('document', 'keydown', (event) => {
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    const field = page.current?.querySelector<HTMLInputElement>('input[type="search"]')
    const stops = [field, ...(page.current?.querySelectorAll<HTMLElement>('a[data-result]') ?? [])]
    const at = stops.findIndex((one) => one === document.activeElement)
    if (at < 0) return
    if (event.key === 'Escape' && at === 0 && field?.value !== '') clear()
    else if (event.key === 'ArrowDown' && at + 1 < stops.length) stops[at + 1]?.focus()
    else if (event.key === 'ArrowUp' && at > 0) stops[at - 1]?.focus()
    else return
    event.preventDefault()
  })
  return page
}
