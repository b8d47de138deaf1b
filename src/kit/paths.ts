/** The only place a page's address is spelled. Addresses are below the base path; the router adds it. */
export const paths = {
  home: () => '/',
  login: (o: LoginWords = {}) =>
    withQuery('/login', {
      from_url: o.fromUrl,
      setup: o.setup,
      invitation: o.invitation,
      client: o.client,
      desktop_uuid: o.desktopUuid,
    }),
  fileList: (o: { tagId?: string | undefined; categoryId?: string | undefined } = {}) => withQuery('/file-list', o),
  /** Asks whether a program may be let in; the query is the program's (A§2). */
  zapierAuth: (query: Record<string, string | undefined> = {}) => withQuery('/zapier-auth', query),
  file: (id: string) => `/file/${encodeURIComponent(id)}`,
  /** Home with the panel of what Earshot works together with in front (A§2: the fragment `integration`). */
  explore: () => '/#integration',
  search: (o: { q?: string | undefined } = {}) => withQuery('/search', o),
  ask: () => '/ask',
  templates: (o: { template_id?: string | undefined } = {}) => withQuery('/community-templates', o),
  memberIndex: (o: From = {}) => withQuery('/member/index', o),
  memberPurchase: (o: From = {}) => withQuery('/member/purchase', o),
  memberBillings: () => '/member/billings',
  memberHistory: () => '/member/history',
  memberManage: () => '/member/manage',
  share: (token: string) => `/share/${encodeURIComponent(token)}`,
  privacy: () => '/privacy',
  userAgreement: () => '/user-agreement',
  cookiePolicy: () => '/cookie-policy',
  help: () => '/appfaq',
  zapierDoc: () => '/zapier-doc',
  templatesHelp: (o: From = {}) => withQuery('/common', o),
  uploadIntro: () => '/audiouploadintro',
  buyDetail: () => '/buydetail',
  transcriptionDetail: () => '/transdetail',
  userDetail: () => '/userdetail',
  download: () => '/download',
  launchDesktop: (o: { desktop_uuid?: string | undefined } = {}) => withQuery('/launch-desktop', o),
  appLink: () => '/applink',
  shortLink: () => '/shortlink',
  templateLink: (o: { template_id?: string | undefined } = {}) => withQuery('/templatelink', o),
} as const

/** Which button led there (A§2). */
type From = { from?: string | undefined }

/** What the address of /login may carry: the way back, a word that opens the door, the desktop program that asks. */
type LoginWords = {
  fromUrl?: string | undefined
  setup?: string | undefined
  invitation?: string | undefined
  client?: 'desktop' | undefined
  desktopUuid?: string | undefined
}

/** Where a trashed recording's page leads to (B§2). */
export const AFTER_TRASH = paths.fileList({ categoryId: 'allFiles' })

function withQuery(path: string, query: Record<string, string | undefined>): string {
  const known = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return known.length > 0 ? `${path}?${new URLSearchParams(known)}` : path
}

/** The prefix `/web{digits}` under which every page may also be reached (A§2); empty when there is none. */
export const basePathOf = (pathname: string): string => /^\/web\d+(?=\/|$)/.exec(pathname)?.[0] ?? ''

/** `from_url` as a path of this origin, or home: never leads elsewhere (`//evil`, `\\evil`, `javascript:` …). */
export function safeReturnPath(fromUrl: string | null | undefined, origin: string): string {
  if (!fromUrl) return paths.home()
  try {
    const url = new URL(fromUrl, origin)
    const same = url.origin === origin && (url.protocol === 'http:' || url.protocol === 'https:')
    // `/.//elsewhere` and `https://here//elsewhere` are of this origin; the path alone would name another.
    const isPath = same && !url.username && !url.pathname.startsWith('//')
    return isPath ? `${url.pathname}${url.search}${url.hash}` : paths.home()
  } catch {
    return paths.home()
  }
}
