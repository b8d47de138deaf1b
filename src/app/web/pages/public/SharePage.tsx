import { paths } from '#kit/paths.ts'
import { buttonClass } from '#ui/buttonClass.ts'
import { PageLink } from '#ui/PageLink.tsx'
import { useTranslations } from '#ui/words.ts'
import { PublicTextPage } from './PlainPage.tsx'

/** /share/{token} (A§2). Shows that the link is invalid. @NOTE Recordings cannot be shared yet; this page will show them. */
export function SharePage() {
  const t = useTranslations('pages')
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
