import { LayoutTemplate, Plus } from 'lucide-react'
import { containsWords, searchWords, searchableText } from '#shared/foldForSearch.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Button } from '#ui/button/Button.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import type { TemplateItem } from '../../contract.ts'
import { CardSkeletons } from '../card/TemplateCard.tsx'
import { useOwnTemplates } from '../templateQueries.ts'
import { useTemplateRights } from '../useTemplateRights.ts'
import type { TabProps } from './TabProps.ts'
import { TemplateGrid } from './TemplateGrid.tsx'

/** The own templates: private ones, and those submitted to the community with their status. */
export function MineTab({ query, category, details, onNew }: TabProps & { onNew: () => void }) {
  const t = useTranslations('templates')
  const { number } = useFormat()
  const { hasCustom } = useTemplateRights()
  const mine = useOwnTemplates()
  if (!mine.data) {
    if (!mine.isError) return <CardSkeletons count={6} />
    return (
      <ErrorState title={t('load_failed')} error={mine.error} onRetry={() => void mine.refetch()} retrying={mine.isFetching} />
    )
  }
  const { data, max_custom: max } = mine.data
  const own = data.map(({ template }) => template)
  const shown = own.filter((template) => (!category || template.category_id === category) && matches(template, query))
  const privateCount = own.filter(({ custom_type }) => custom_type === 'custom').length
  if (own.length === 0)
    return (
      <EmptyState
        icon={<LayoutTemplate aria-hidden />}
        action={
          hasCustom && (
            <Button variant="main" icon={<Plus aria-hidden />} onClick={onNew}>
              {t('new_template')}
            </Button>
          )
        }
      >
        {hasCustom ? t('mine_empty') : t('no_custom_right')}
      </EmptyState>
    )
  if (shown.length === 0) return <EmptyState icon={<LayoutTemplate aria-hidden />}>{t('nothing_found')}</EmptyState>
  return (
    <div className="grid grid-cols-1 gap-3.5">
      <TemplateGrid section="mine" label={t('tab_mine')} templates={shown} details={details} showsStatus />
      {max > 0 && <p className="text-sm text-ink2">{t('mine_limit', { n: number(privateCount), max: number(max) })}</p>}
    </div>
  )
}

const matches = ({ name, description }: TemplateItem, query: string): boolean =>
  containsWords(searchableText(`${name} ${description}`), searchWords(query))
