/**
 * The addresses of pages as text, for emails, redirects of the server, the clipboard and new tabs, without the base path. Inside the
 * page, links name a route, and the router builds and types them.
 */
export const paths = {
  home: () => '/',
  login: (query: LoginQuery = {}) =>
    withQuery('/login', {
      from_url: query.fromUrl,
      setup: query.setup,
      invitation: query.invitation,
      client: query.client,
      desktop_uuid: query.desktopUuid,
    }),
  fileList: (query: { tagId?: string | undefined; categoryId?: string | undefined } = {}) => withQuery('/file-list', query),
  /** The consent page of an OAuth client, with the query of the client (A§2). */
  zapierAuth: (query: Record<string, string | undefined> = {}) => withQuery('/zapier-auth', query),
  file: (id: string) => `/file/${encodeURIComponent(id)}`,
  /** Home with the integrations panel open (A§2: the fragment `integration`). */
  explore: () => '/#integration',
  search: (query: SearchParameters = {}) => withQuery('/search', query),
  ask: (query: { thread?: string | undefined } = {}) => withQuery('/ask', query),
  templates: (query: { template_id?: string | undefined } = {}) => withQuery('/community-templates', query),
  memberIndex: (query: FromQuery = {}) => withQuery('/member/index', query),
  memberPurchase: (query: FromQuery = {}) => withQuery('/member/purchase', query),
  memberBillings: () => '/member/billings',
  memberHistory: () => '/member/history',
  memberManage: () => '/member/manage',
  share: (token: string) => `/share/${encodeURIComponent(token)}`,
  privacy: () => '/privacy',
  userAgreement: () => '/user-agreement',
  cookiePolicy: () => '/cookie-policy',
  help: () => '/appfaq',
  zapierDoc: () => '/zapier-doc',
  templatesHelp: (query: FromQuery = {}) => withQuery('/common', query),
  uploadIntro: () => '/audiouploadintro',
  buyDetail: () => '/buydetail',
  transcriptionDetail: () => '/transdetail',
  userDetail: () => '/userdetail',
  download: () => '/download',
  launchDesktop: (query: { desktop_uuid?: string | undefined } = {}) => withQuery('/launch-desktop', query),
  appLink: () => '/applink',
  shortLink: () => '/shortlink',
  templateLink: (query: { template_id?: string | undefined } = {}) => withQuery('/templatelink', query),
} as const

/** The button that led to the page (A§2). */
type FromQuery = { from?: string | undefined }

/** Query parameters of /search: the text, its filters and the order. */
type SearchParameters = {
  [Name in 'q' | 'folder' | 'source' | 'speaker' | 'language' | 'from' | 'to' | 'min' | 'max' | 'sort']?: string | undefined
}

/** Query parameters of /login: the return address, a sign-up token, the desktop program that requests the sign-in. */
type LoginQuery = {
  fromUrl?: string | undefined
  setup?: string | undefined
  invitation?: string | undefined
  client?: 'desktop' | undefined
  desktopUuid?: string | undefined
}

function withQuery(path: string, query: Record<string, string | undefined>): string {
  const entries = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return entries.length > 0 ? `${path}?${new URLSearchParams(entries)}` : path
}

/** Returns the prefix `/web{digits}` under which every page is reachable too (A§2), or an empty string. */
export const basePathOf = (pathname: string): string => /^\/web\d+(?=\/|$)/.exec(pathname)?.[0] ?? ''

/**
 * Returns `from_url` as a path of this origin, or home. Never returns a URL of another origin (`//evil`, `\\evil`, `javascript:`
 * …).
 */
export function safeReturnPath(fromUrl: string | null | undefined, origin: string): string {
  if (!fromUrl) return paths.home()
  try {
    const url = new URL(fromUrl, origin)
    const isSameOrigin = url.origin === origin && (url.protocol === 'http:' || url.protocol === 'https:')
    // `/.//elsewhere` and `https://here//elsewhere` have this origin, but their path on its own would refer to another host.
    const isOwnPath = isSameOrigin && !url.username && !url.pathname.startsWith('//')
    return isOwnPath ? `${url.pathname}${url.search}${url.hash}` : paths.home()
  } catch {
    return paths.home()
  }
}
