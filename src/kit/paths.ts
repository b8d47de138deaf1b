/** The addresses of all pages, spelled only here. They are below the base path, which the router adds. */
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
  /** The consent page of an OAuth client; the query is the client's (A§2). */
  zapierAuth: (query: Record<string, string | undefined> = {}) => withQuery('/zapier-auth', query),
  file: (id: string) => `/file/${encodeURIComponent(id)}`,
  /** Home with the integrations panel open (A§2: the fragment `integration`). */
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

/** The button that led to the page (A§2). */
type From = { from?: string | undefined }

/** Query parameters of /login: the return address, a sign-up token, the desktop program that requests the sign-in. */
type LoginWords = {
  fromUrl?: string | undefined
  setup?: string | undefined
  invitation?: string | undefined
  client?: 'desktop' | undefined
  desktopUuid?: string | undefined
}

/** The page shown after a recording is moved to the trash (B§2). */
export const AFTER_TRASH = paths.fileList({ categoryId: 'allFiles' })

function withQuery(path: string, query: Record<string, string | undefined>): string {
  const known = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return known.length > 0 ? `${path}?${new URLSearchParams(known)}` : path
}

/** Returns the prefix `/web{digits}` under which every page is reachable too (A§2), or an empty string. */
export const basePathOf = (pathname: string): string => /^\/web\d+(?=\/|$)/.exec(pathname)?.[0] ?? ''

/**
 * Returns `from_url` as a path of this origin, or home. Never returns an address of another origin (`//evil`, `\\evil`,
 * `javascript:` …).
 */
export function safeReturnPath(fromUrl: string | null | undefined, origin: string): string {
  if (!fromUrl) return paths.home()
  try {
    const url = new URL(fromUrl, origin)
    const same = url.origin === origin && (url.protocol === 'http:' || url.protocol === 'https:')
    // `/.//elsewhere` and `https://here//elsewhere` have this origin, but their path alone would name another host.
    const isPath = same && !url.username && !url.pathname.startsWith('//')
    return isPath ? `${url.pathname}${url.search}${url.hash}` : paths.home()
  } catch {
    return paths.home()
  }
}
