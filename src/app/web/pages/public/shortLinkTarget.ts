import { paths, safeReturnPath } from '#kit/paths.ts'
import { returnAddress } from '../../shell/returnAddress.ts'

/**
 * The page of this app a short link leads to, or null: only pages of the list, with only the query each knows. Not among them:
 * the pages that let somebody or something in (/login, /zapier-auth, /launch-desktop), and links that lead on themselves.
 */
export function shortLinkTarget(to: string | undefined, origin: string): string | null {
  if (!to || to.length > LONGEST || !/^\/(?![/\\])/.test(to) || to.includes('\\') || hasControls(to)) return null
  const path = safeReturnPath(to, origin)
  // What is refused there becomes home; here it leads nowhere.
  if (path === paths.home() && !/^\/([?#]|$)/.test(to)) return null
  const url = new URL(returnAddress(path, origin), origin)
  const page = PAGES.find(({ path }) => path.test(url.pathname))
  if (!page) return null
  const known = [...url.searchParams].filter(([name]) => page.query?.includes(name))
  return known.length > 0 ? `${url.pathname}?${new URLSearchParams(known)}` : url.pathname
}

const LONGEST = 500
/** One part of a path: an id or a token of ours, with nothing encoded in it. */
const ID = '[\\w-]{1,128}'

/** What a browser leaves out of an address, so that the rest of it could become another one. */
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
