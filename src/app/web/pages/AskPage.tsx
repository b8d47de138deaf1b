import { ListTree, Search } from 'lucide-react'
import { paths } from '#kit/paths.ts'
import { buttonClass } from '#ui/buttonClass.ts'
import { PageLink } from '#ui/PageLink.tsx'
import { useWords } from '#ui/words.ts'
import { PlainCard, PlainFrame } from './PlainFrame.tsx'

/** /ask (A§2): links to summaries and search. Asking questions comes with a later version. */
export function AskPage() {
  const t = useWords('pages')
  const app = useWords('app')
  return (
    <PlainFrame title={app('ask_ai')} lead={t('ask_lead')}>
      <div className="grid gap-3.5 sm:grid-cols-2">
        <PlainCard title={t('ask_summary_title')} icon={<ListTree aria-hidden />} text={t('ask_summary')}>
          <PageLink to={paths.fileList({ categoryId: 'allFiles' })} className={buttonClass({ variant: 'main' })}>
            {app('all_files')}
          </PageLink>
        </PlainCard>
        <PlainCard title={t('ask_search_title')} icon={<Search aria-hidden />} text={t('ask_search')}>
          <PageLink to={paths.search()} className={buttonClass()}>
            {t('ask_search_open')}
          </PageLink>
        </PlainCard>
      </div>
    </PlainFrame>
  )
}
