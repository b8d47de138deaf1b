import { ListTree, Search } from 'lucide-react'
import { paths } from '#shared/paths.ts'
import { buttonClass } from '#ui/button/Button.tsx'
import { PageLink } from '#ui/link/PageLink.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { ActionCard, SimplePage } from './SimplePage.tsx'

/** /ask (A§2): links to summaries and search. Asking questions comes with a later version. */
export function AskPage() {
  const t = useTranslations('pages')
  const tApp = useTranslations('app')
  return (
    <SimplePage title={tApp('ask_ai')} lead={t('ask_lead')}>
      <div className="grid gap-3.5 sm:grid-cols-2">
        <ActionCard title={t('ask_summary_title')} icon={<ListTree aria-hidden />} text={t('ask_summary')}>
          <PageLink to={paths.fileList({ categoryId: 'allFiles' })} className={buttonClass({ variant: 'main' })}>
            {tApp('all_files')}
          </PageLink>
        </ActionCard>
        <ActionCard title={t('ask_search_title')} icon={<Search aria-hidden />} text={t('ask_search')}>
          <PageLink to={paths.search()} className={buttonClass()}>
            {t('ask_search_open')}
          </PageLink>
        </ActionCard>
      </div>
    </SimplePage>
  )
}
