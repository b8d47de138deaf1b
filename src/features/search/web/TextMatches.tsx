import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { isSource } from '#features/files/rules.ts'
import type { ListView } from '#features/files/rules.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { NO_FILTERS, toSearchParameters } from './address.ts'
import { useSearchPreview } from './useSearchPreview.ts'

export type TextMatchesProps = { query: string; listView: ListView }

/**
 * A link to the search page with the number of matching moments, below a list filtered by title. Its height is fixed, so that no
 * row moves when the number arrives.
 */
export function TextMatches({ query, listView: { tagId, categoryId } }: TextMatchesProps) {
  const t = useTranslations('search')
  const filters = {
    folders: tagId !== undefined ? [tagId] : categoryId === 'unorganized' ? [''] : [],
    sources: tagId === undefined && isSource(categoryId) ? [categoryId] : [],
  }
  const result = useSearchPreview(query, filters)
  const count = result?.total_moments ?? 0
  return (
    <Link
      to="/search"
      search={toSearchParameters({ query, sort: 'best', filters: { ...NO_FILTERS, ...filters } })}
      className="flex h-9 flex-none items-center gap-1.5 border-b border-line px-4.5 text-sm text-accent hover:underline pointer-coarse:h-11 pointer-fine:@min-[760px]:px-10"
    >
      <span className="tabular truncate">{count > 0 ? t('search_in_texts_found', { count }) : t('search_in_texts')}</span>
      <ArrowRight aria-hidden className="size-4 flex-none" />
    </Link>
  )
}
