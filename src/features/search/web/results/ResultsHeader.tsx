import { ArrowDownWideNarrow, ChevronDown } from 'lucide-react'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Button } from '#ui/button/Button.tsx'
import { Menu, MenuRadioGroup } from '#ui/menu/Menu.tsx'
import type { SearchResult, SearchSort } from '../../contract.ts'

type ResultsHeaderProps = { result: SearchResult; sort: SearchSort; onSort: (sort: SearchSort) => void }

/** The number of results, the search time, and the order. */
export function ResultsHeader({ result, sort, onSort }: ResultsHeaderProps) {
  const t = useTranslations('search')
  const sorts: { value: SearchSort; label: string }[] = [
    { value: 'best', label: t('search_sort_best') },
    { value: 'newest', label: t('search_sort_newest') },
    { value: 'oldest', label: t('search_sort_oldest') },
  ]
  const label = sorts.find(({ value }) => value === sort)?.label
  return (
    <div className="mx-3 mt-3 flex min-h-8 flex-wrap items-center gap-x-3 text-sm text-ink2 max-sm:mx-2">
      <FoundCount result={result} />
      <Menu
        trigger={
          <Button variant="quiet" size="sm" className="-mr-2 ml-auto" aria-label={`${t('search_sort')}: ${label}`}>
            <ArrowDownWideNarrow aria-hidden className="size-4!" />
            {label}
            <ChevronDown aria-hidden className="size-4!" />
          </Button>
        }
      >
        <MenuRadioGroup value={sort} options={sorts} onChange={onSort} />
      </Menu>
    </div>
  )
}

function FoundCount({ result }: { result: SearchResult }) {
  const t = useTranslations('search')
  const { number } = useFormat()
  const { total_moments, total_recordings, has_more_moments, took_ms } = result
  const time = number(took_ms, { style: 'unit', unit: 'millisecond' })
  const recordings =
    total_moments === 0
      ? t('search_recordings_found', { count: total_recordings })
      : t('search_in_recordings', { count: total_recordings })
  return (
    <p role="status">
      {total_moments > 0 && (
        <strong className="font-[580] text-ink">
          {has_more_moments
            ? t('search_moments_over', { number: number(total_moments) })
            : t('search_moments', { count: total_moments })}
        </strong>
      )}{' '}
      {recordings}
      <span aria-hidden className="max-sm:hidden">
        {' '}
        · {time}
      </span>
    </p>
  )
}
