import { ChevronDown, ChevronUp, Search, X } from 'lucide-react'
import type { KeyboardEvent, Ref } from 'react'
import { IconButton } from '#ui/button/IconButton.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { TranscriptSearch } from './useTranscriptSearch.ts'

/** The search bar of the transcript. The browser's own search only finds text in the rows that are currently rendered. */
export function TranscriptSearchBar({
  search,
  ref,
}: {
  search: TranscriptSearch
  ref: Ref<HTMLInputElement | HTMLTextAreaElement>
}) {
  const t = useTranslations('transcription')
  const ui = useTranslations('ui')
  const resultText =
    search.query.trim() === ''
      ? ''
      : search.selectedIndex < 0
        ? t('find_none')
        : t('find_place', { nth: search.selectedIndex + 1, total: search.matches.length })
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') search.close()
    else search.move(event.shiftKey ? -1 : 1)
  }
  return (
    <div
      role="search"
      className="flex flex-none items-center gap-1 bg-raised px-10 py-2 max-md:px-5 max-sm:px-4"
      aria-label={t('find')}
    >
      <TextField
        ref={ref}
        className="min-w-0 flex-1"
        label={t('find')}
        hideLabel
        placeholder={t('find')}
        autoComplete="off"
        icon={<Search aria-hidden />}
        value={search.query}
        onChange={search.changeQuery}
        onKeyDown={handleKeyDown}
        after={
          <>
            <span role="status" className="tabular text-sm whitespace-nowrap text-ink2">
              {resultText}
            </span>
            <SearchOptionButtons
              search={search}
              className="-mr-1.5 max-sm:hidden"
              fallback={<span className="-mr-1.5 w-14 max-sm:hidden" />}
            />
          </>
        }
      />
      <IconButton label={t('find_previous')} icon={<ChevronUp aria-hidden />} onClick={() => search.move(-1)} />
      <IconButton label={t('find_next')} icon={<ChevronDown aria-hidden />} onClick={() => search.move(1)} />
      <IconButton label={ui('close')} icon={<X aria-hidden />} onClick={search.close} />
    </div>
  )
}

const SearchOptionButtons = lazyComponent(async () => (await import('./editor/SearchOptionButtons.tsx')).SearchOptionButtons)
