import { useRouterState } from '@tanstack/react-router'
import { LayoutTemplate } from 'lucide-react'
import { paths } from '#kit/paths.ts'
import { buttonClass } from '#ui/buttonClass.ts'
import { Chip } from '#ui/Chip.tsx'
import { PageLink } from '#ui/PageLink.tsx'
import { useWords } from '#ui/words.ts'
import { PlainCard, PlainFrame } from './PlainFrame.tsx'

/** /community-templates (A§2): explains the current templates. Community templates come with a later version. */
export function TemplatesPage() {
  const t = useWords('pages')
  const app = useWords('app')
  const wanted = useWanted()
  return (
    <PlainFrame title={app('templates')} lead={t('templates_lead')} badge={<Chip>{app('beta')}</Chip>}>
      {wanted !== undefined && (
        <p role="status" className="rounded-md bg-warn-soft px-4 py-3 text-md wrap-anywhere text-warn">
          {t('templates_wanted', { id: wanted })}
        </p>
      )}
      <PlainCard title={t('templates_today_title')} icon={<LayoutTemplate aria-hidden />} text={t('templates_today')}>
        <PageLink to={paths.templatesHelp({ from: 'web' })} className={buttonClass()}>
          {t('doc_common')}
        </PageLink>
      </PlainCard>
    </PlainFrame>
  )
}

/** Returns the id of the template in the URL; undefined when it is missing or invalid. */
function useWanted(): string | undefined {
  return useRouterState({
    select: ({ location }) => {
      const { template_id: id }: { template_id?: unknown } = location.search
      return typeof id === 'string' && /^[\w-]{1,64}$/.test(id) ? id : undefined
    },
  })
}
