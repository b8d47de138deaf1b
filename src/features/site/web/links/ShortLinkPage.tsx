import { Link, useSearch } from '@tanstack/react-router'
import { paths, safeReturnPath } from '#shared/paths.ts'
import { basePath } from '#browser/page/basePath.ts'
import { parsePlainSearch } from '#browser/routing/plainSearch.ts'
import { buttonClass } from '#ui/button/Button.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { PublicTextPage } from '../public-pages/PublicTextPage.tsx'
import { getReturnPath } from '#features/account/web.tsx'

const OPEN_CLASS = `${buttonClass({ variant: 'main', size: 'lg' })} justify-self-start`

/** /shortlink (A§2): shows and links to a page of this app, and never to another origin. */
export function ShortLinkPage() {
  const t = useTranslations('site')
  const { to } = useSearch({ from: '/public/shortlink' })
  const target = getShortLinkTarget(to, location.origin)
  if (target === null) {
    return (
      <PublicTextPage title={t('link_short_bad_title')} text={t('link_short_bad_text')}>
        <Link to="/" className={`${buttonClass({ variant: 'main', size: 'lg' })} justify-self-start`}>
          {t('link_home')}
        </Link>
      </PublicTextPage>
    )
  }
  const [path = '', query = ''] = target.split('?')
  return (
    <PublicTextPage title={t('link_short_title')} text={t('link_short_text')}>
      <p className="rounded-md border border-line bg-sunken px-3 py-2 font-mono text-sm wrap-anywhere">
        {location.host + basePath + target}
      </p>
      {target.startsWith(paths.share('')) ? (
        // A page of the server.
        <a href={target} className={OPEN_CLASS}>
          {t('link_short_open')}
        </a>
      ) : (
        <Link to={path} search={parsePlainSearch(query)} className={OPEN_CLASS}>
          {t('link_short_open')}
        </Link>
      )}
    </PublicTextPage>
  )
}

/**
 * Returns the page of this app that a short link opens, or null. Only the listed pages with their known query parameters are
 * allowed. Pages that sign in or authorize (/login, /zapier-auth, /launch-desktop) are not listed, nor are link pages other than
 * `/applink` and `/share/`.
 */
export function getShortLinkTarget(to: string | undefined, origin: string): string | null {
  if (!to || to.length > MAX_LENGTH || !/^\/(?![/\\])/.test(to) || to.includes('\\') || hasControlCharacters(to)) return null
  const path = safeReturnPath(to, origin)
  // `safeReturnPath` returns the home page for refused paths; here they are invalid.
  if (path === paths.home() && !/^\/([?#]|$)/.test(to)) return null
  const url = new URL(getReturnPath(path, origin), origin)
  const page = ALLOWED_PAGES.find(({ path }) => path.test(url.pathname))
  if (!page) return null
  const knownParams = [...url.searchParams].filter(([name]) => page.query?.includes(name))
  return knownParams.length > 0 ? `${url.pathname}?${new URLSearchParams(knownParams)}` : url.pathname
}

const MAX_LENGTH = 500
/** One path segment: an id or a token without encoded characters. */
const SEGMENT = '[\\w-]{1,128}'

/** Browsers remove control characters from URLs, which could turn the text into another URL. */
// eslint-disable-next-line no-control-regex
const hasControlCharacters = (text: string): boolean => /[\u0000-\u001f\u007f]/.test(text)

type AllowedPage = { path: RegExp; query?: readonly string[] }

const exactPath = (path: string, ...query: string[]): AllowedPage => ({ path: new RegExp(`^${path}$`), query })

const ALLOWED_PAGES: readonly AllowedPage[] = [
  exactPath(paths.home()),
  exactPath('/home'),
  exactPath(paths.fileList(), 'tagId', 'categoryId'),
  exactPath(paths.file('') + SEGMENT),
  exactPath(paths.search(), 'q'),
  exactPath(paths.ask()),
  exactPath(paths.templates(), 'template_id'),
  exactPath(paths.memberIndex(), 'from'),
  exactPath(paths.memberPurchase(), 'from'),
  exactPath(paths.memberBillings()),
  exactPath(paths.memberHistory()),
  exactPath(paths.memberManage()),
  exactPath(paths.share('') + SEGMENT),
  exactPath(paths.templatesHelp(), 'from'),
  ...[
    paths.privacy(),
    paths.userAgreement(),
    paths.cookiePolicy(),
    paths.help(),
    paths.zapierDoc(),
    paths.uploadIntro(),
    paths.buyDetail(),
    paths.transcriptionDetail(),
    paths.userDetail(),
    paths.download(),
    paths.appLink(),
  ].map((path) => exactPath(path)),
]
