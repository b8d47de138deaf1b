import { ArrowRight } from 'lucide-react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { PageLink } from '#ui/link/PageLink.tsx'
import { classes } from '#ui/styles/classes.ts'
import { NO_FILTERS, searchAddress } from './address.ts'
import { useSearchPreview } from './useSearchPreview.ts'

export type TextMatchesProps = {
  query: string
  /** Ids of folders, '' for recordings without one; empty for all. */
  folders: readonly string[]
  sources: readonly string[]
  className?: string
}

/**
 * A link to the search page, with the number of moments in the texts of a list that is filtered by title. It has the same height
 * before the number is known, so that no row moves.
 */
export function TextMatches({ query, folders, sources, className }: TextMatchesProps) {
  const t = useTranslations('search')
  const filters = { folders, sources }
  const result = useSearchPreview(query, filters)
  const count = result?.total_moments ?? 0
  return (
    <PageLink
      to={searchAddress({ query, sort: 'best', filters: { ...NO_FILTERS, ...filters } })}
      className={classes('flex items-center gap-1.5 text-sm text-accent hover:underline', className)}
    >
      <span className="tabular truncate">{count > 0 ? t('search_in_texts_found', { count }) : t('search_in_texts')}</span>
      <ArrowRight aria-hidden className="size-4 flex-none" />
    </PageLink>
  )
}
