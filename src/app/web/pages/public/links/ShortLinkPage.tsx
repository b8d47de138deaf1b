import { useSearch } from '@tanstack/react-router'
import { paths } from '#shared/paths.ts'
import { basePath } from '#browser/page/basePath.ts'
import { buttonClass } from '#ui/button/buttonClass.ts'
import { PageLink } from '#ui/link/PageLink.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { PublicTextPage } from '../PublicTextPage.tsx'
import { getShortLinkTarget } from './shortLinkTarget.ts'

/** /shortlink (A§2): shows and links to a page of this app, and never to another origin. */
export function ShortLinkPage() {
  const t = useTranslations('pages')
  const { to }: { to?: string } = useSearch({ strict: false })
  const target = getShortLinkTarget(to, location.origin)
  if (target === null) {
    return (
      <PublicTextPage title={t('link_short_bad_title')} text={t('link_short_bad_text')}>
        <PageLink to={paths.home()} className={`${buttonClass({ variant: 'main', size: 'lg' })} justify-self-start`}>
          {t('link_home')}
        </PageLink>
      </PublicTextPage>
    )
  }
  return (
    <PublicTextPage title={t('link_short_title')} text={t('link_short_text')}>
      <p className="rounded-md border border-line bg-sunken px-3 py-2 font-mono text-sm wrap-anywhere">
        {location.host + basePath + target}
      </p>
      <PageLink to={target} className={`${buttonClass({ variant: 'main', size: 'lg' })} justify-self-start`}>
        {t('link_short_open')}
      </PageLink>
    </PublicTextPage>
  )
}
