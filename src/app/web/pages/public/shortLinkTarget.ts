import { paths, safeReturnPath } from '#kit/paths.ts'
import { returnAddress } from '../../shell/returnAddress.ts'

/**
 * Returns the page of this app that a short link opens, or null. Only the listed pages with their known query parameters are
 * allowed. Pages that sign in or authorize (/login, /zapier-auth, /launch-desktop) and other link pages are not listed.
 */
export function shortLinkTarget(to: string | undefined, origin: string): string | null {
  if (!to || to.length > LONGEST || !/^\/(?![/\\])/.test(to) || to.includes('\\') || hasControls(to)) return null
  const path = safeReturnPath(to, origin)
  // `safeReturnPath` returns the home page for refused paths; here they are invalid.
  if (path === paths.home() && !/^\/([?#]|$)/.test(to)) return null
  const url = new URL(returnAddress(path, origin), origin)
  const page = PAGES.find(({ path }) => path.test(url.pathname))
  if (!page) return null
  const known = [...url.searchParams].filter(([name]) => page.query?.includes(name))
  return known.length > 0 ? `${url.pathname}?${new URLSearchParams(known)}` : url.pathname
}

const LONGEST = 500
/** One path segment: an id or a token without encoded characters. */
const ID = '[\\w-]{1,128}'

/** Browsers remove control characters from URLs, which could turn the text into another URL. */
// eslint-disable-next-line no-control-regex
const hasControls = (text: string): boolean => /[\u0000-\u001f\u007f]/.test(text)

type Page = { path: RegExp; query?: readonly string[] }

const exactly = (path: string, ...query: string[]): Page => ({ path: new RegExp(`^${path}$`), query })

const PAGES: readonly Page[] = [
  exactly(paths.home()),
  exactly('/home'),
  exactly(paths.fileList(), 'tagId', 'categoryId'),
  exactly(paths.file('') + ID),
  exactly(paths.search(), 'q'),
  exactly(paths.ask()),
  exactly(paths.templates(), 'template_id'),
  exactly(paths.memberIndex(), 'from'),
  exactly(paths.memberPurchase(), 'from'),
  exactly(paths.memberBillings()),
  exactly(paths.memberHistory()),
  exactly(paths.memberManage()),
  exactly(paths.share('') + ID),
  exactly(paths.templatesHelp(), 'from'),
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
  ].map((path) => exactly(path)),
]
