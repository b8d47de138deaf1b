import { Link, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { buttonClass } from '#ui/button/Button.tsx'
import { SkeletonRows } from '#ui/feedback/Skeleton.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { PublicTextPage } from '../public-pages/PublicTextPage.tsx'

/** /templatelink (A§2): redirects to a community template. That page asks signed-out users to sign in first. */
export function TemplateLinkPage() {
  const t = useTranslations('site')
  const router = useRouter()
  const { template_id } = useSearch({ from: '/public/templatelink' })
  const isValid = template_id === undefined || isTemplateId(template_id)
  useEffect(() => {
    if (isValid) void router.navigate({ to: '/community-templates', search: { template_id }, replace: true })
  }, [isValid, router, template_id])
  if (isValid) {
    return (
      <PublicTextPage title={t('link_template_title')}>
        <SkeletonRows rows={3} />
      </PublicTextPage>
    )
  }
  return (
    <PublicTextPage title={t('link_template_bad_title')} text={t('link_template_bad_text')}>
      <Link to="/community-templates" className={`${buttonClass({ variant: 'main', size: 'lg' })} justify-self-start`}>
        {t('link_template_all')}
      </Link>
    </PublicTextPage>
  )
}

const isTemplateId = (id: string): boolean => /^[\w-]{1,64}$/.test(id)
