import { useSearch } from '@tanstack/react-router'
import { LayoutTemplate } from 'lucide-react'
import { paths } from '#shared/paths.ts'
import { buttonClass } from '#ui/button/Button.tsx'
import { Chip } from '#ui/badge/Chip.tsx'
import { PageLink } from '#ui/link/PageLink.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { ActionCard, SimplePage } from './SimplePage.tsx'

/** /community-templates (A§2): explains the current templates. Community templates come with a later version. */
export function TemplatesPage() {
  const t = useTranslations('pages')
  const tApp = useTranslations('app')
  const { template_id: requestedTemplateId } = useSearch({ strict: false })
  return (
    <SimplePage title={tApp('templates')} lead={t('templates_lead')} badge={<Chip>{tApp('beta')}</Chip>}>
      {requestedTemplateId !== undefined && (
        <p role="status" className="rounded-md bg-warn-soft px-4 py-3 text-md wrap-anywhere text-warn">
          {t('templates_unavailable', { id: requestedTemplateId })}
        </p>
      )}
      <ActionCard title={t('templates_today_title')} icon={<LayoutTemplate aria-hidden />} text={t('templates_today')}>
        <PageLink to={paths.templatesHelp({ from: 'web' })} className={buttonClass()}>
          {useTranslations('site')('doc_common')}
        </PageLink>
      </ActionCard>
    </SimplePage>
  )
}
