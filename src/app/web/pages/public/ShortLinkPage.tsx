import { useSearch } from '@tanstack/react-router'
import { paths } from '#kit/paths.ts'
import { basePath } from '#ui/basePath.ts'
import { buttonClass } from '#ui/buttonClass.ts'
import { PageLink } from '#ui/PageLink.tsx'
import { useTranslations } from '#ui/words.ts'
import { PublicTextPage } from './PlainPage.tsx'
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
