import { LayoutTemplate, Plus } from 'lucide-react'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Button } from '#ui/button/Button.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { useOwnTemplates } from '../templateQueries.ts'
import { useTemplateRights } from '../useTemplateRights.ts'
import type { TabProps } from '../pageState.ts'
import { PagedTemplates } from './TemplateResults.tsx'

/** The own templates: private ones, and those submitted to the community with their status. */
export function MineTab({ query, category, details, onNew }: TabProps & { onNew: () => void }) {
  const t = useTranslations('templates')
  const { number } = useFormat()
  const mine = useOwnTemplates({ query, category })
  const [first] = mine.data?.pages ?? []
  const isFiltered = query !== '' || category !== undefined
  return (
    <div className="grid grid-cols-1 gap-3.5">
      <PagedTemplates
        list={mine}
        templates={mine.data?.pages.flatMap(({ data }) => data.map(({ template }) => template))}
        total={first?.total_nums}
        empty={
          isFiltered ? (
            <EmptyState icon={<LayoutTemplate aria-hidden />}>{t('nothing_found')}</EmptyState>
          ) : (
            <NoTemplates onNew={onNew} />
          )
        }
        grid={{ section: 'mine', label: t('tab_mine'), details, showsStatus: true }}
      />
      {first && first.data.length > 0 && first.max_custom > 0 && (
        <p className="text-sm text-ink2">
          {t('mine_limit', { n: number(first.custom_total_nums), max: number(first.max_custom) })}
        </p>
      )}
    </div>
  )
}

function NoTemplates({ onNew }: { onNew: () => void }) {
  const t = useTranslations('templates')
  const { hasCustom } = useTemplateRights()
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
}
