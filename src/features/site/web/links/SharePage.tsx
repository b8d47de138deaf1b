import { paths } from '#shared/paths.ts'
import { buttonClass } from '#ui/button/Button.tsx'
import { PageLink } from '#ui/link/PageLink.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { PublicTextPage } from '../public-pages/PublicTextPage.tsx'

/** /share/{token} (A§2). Shows that the link is invalid. @NOTE Recordings cannot be shared yet; this page will show them. */
export function SharePage() {
  const t = useTranslations('site')
  return (
    <PublicTextPage title={t('share_gone_title')} text={t('share_gone_text')}>
      <meta name="robots" content="noindex, nofollow" />
      <p className="text-base text-ink2">{t('share_gone_own')}</p>
      <PageLink to={paths.home()} className={`${buttonClass({ variant: 'main', size: 'lg' })} justify-self-start`}>
        {t('link_home')}
      </PageLink>
    </PublicTextPage>
  )
}
