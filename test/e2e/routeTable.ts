import { paths } from '#shared/paths.ts'

/** A URL and the page it must show. */
export type RouteCase = {
  address: string
  /** Name of the page. Pages with different names must have different titles, in every language. */
  page: string
  /** The URL after redirects, if it differs. */
  ends?: string
  /** A dialog is open over the page. */
  dialog?: true
}

/** The query of an OAuth authorization request (A§2). */
const OAUTH_REQUEST = {
  client_id: 'zapier',
  flag: 'auth',
  response_type: 'code',
  redirect_uri: 'http://127.0.0.1:9/back',
  state: 's 1',
}
/** The id a desktop app sends at sign-in. */
const DESKTOP_UUID = '0a1b2c3d-4e5f-4061-8273-94a5b6c7d8e9'

const oauthRequestAtHome = () => paths.zapierAuth(OAUTH_REQUEST).replace('/zapier-auth', '/')
const desktopSignInAddress = () => paths.login({ client: 'desktop', desktopUuid: DESKTOP_UUID })

/**
 * URLs for a signed-out user: the sign-in page and redirects to it. No two neighbours have the same page name, because the test
 * waits for a new title.
 */
export const signedOutRoutes = (): RouteCase[] => [
  { address: paths.login(), page: 'sign-in' },
  { address: paths.launchDesktop(), page: 'desktop too old' },
  { address: paths.launchDesktop({ desktop_uuid: DESKTOP_UUID }), page: 'sign-in', ends: desktopSignInAddress() },
]

/** The routes of A§2 and B§2 for a signed-in user. No two neighbours have the same page name. */
export const signedInRoutes = (fileId: string): RouteCase[] => [
  { address: paths.home(), page: 'home' },
  { address: paths.fileList(), page: 'all files' },
  { address: '/home', page: 'home' },
  { address: paths.fileList({ categoryId: 'allFiles' }), page: 'all files' },
  { address: paths.fileList({ categoryId: 'unorganized' }), page: 'unorganized' },
  { address: paths.fileList({ categoryId: 'trash' }), page: 'trash' },
  { address: paths.file(fileId), page: 'recording' },
  { address: paths.templates(), page: 'templates' },
  { address: paths.search(), page: 'search' },
  { address: paths.ask(), page: 'ask' },
  { address: paths.memberIndex({ from: 'menu' }), page: 'membership' },
  { address: paths.memberHistory(), page: 'minutes' },
  { address: paths.memberPurchase({ from: 'menu' }), page: 'plans' },
  { address: paths.memberManage(), page: 'manage plan' },
  // This server sells nothing, which the page states.
  { address: paths.memberBillings(), page: 'payments' },
  { address: `${paths.home()}?profile=open`, page: 'home', dialog: true },
  { address: paths.explore(), page: 'explore' },
  { address: '/no/such/page', page: 'home', ends: paths.home() },
  { address: paths.zapierAuth(OAUTH_REQUEST), page: 'let a program in' },
  { address: paths.zapierDoc(), page: 'about zapier' },
  { address: paths.zapierAuth({ client_id: 'zapier' }), page: 'a program that asks wrongly' },
  { address: paths.launchDesktop(), page: 'desktop too old' },
  { address: oauthRequestAtHome(), page: 'let a program in', ends: paths.zapierAuth(OAUTH_REQUEST) },
  { address: paths.launchDesktop({ desktop_uuid: DESKTOP_UUID }), page: 'sign-in', ends: desktopSignInAddress() },
  { address: paths.appLink(), page: 'apps' },
  { address: paths.uploadIntro(), page: 'about uploads' },
  { address: paths.buyDetail(), page: 'about plans' },
  { address: paths.templatesHelp({ from: 'web' }), page: 'about templates' },
  { address: paths.cookiePolicy(), page: 'cookies' },
  { address: paths.download(), page: 'download' },
  { address: paths.privacy(), page: 'privacy' },
  { address: paths.shortLink(), page: 'short link' },
  {
    address: paths.templateLink({ template_id: 'MEETING' }),
    page: 'templates',
    ends: paths.templates({ template_id: 'MEETING' }),
  },
  { address: paths.transcriptionDetail(), page: 'about transcripts' },
  { address: paths.userAgreement(), page: 'agreement' },
  { address: paths.userDetail(), page: 'about accounts' },
  { address: paths.help(), page: 'questions' },
]

/**
 * URLs opened without an account: public pages, and protected ones with the sign-in page they redirect to, including the return
 * URL.
 */
export const visitorRoutes = (fileId: string): RouteCase[] => [
  ...signedOutRoutes(),
  ...signedInRoutes(fileId)
    .filter(({ address }) => PUBLIC_PATHS.test(address) && !address.includes('desktop_uuid'))
    .map((routeCase) =>
      routeCase.page === 'templates'
        ? { ...routeCase, page: 'sign-in', ends: paths.login({ fromUrl: routeCase.ends! }) }
        : routeCase,
    ),
  ...[paths.home(), paths.zapierAuth(OAUTH_REQUEST), paths.explore()].map((address) => ({
    address,
    page: 'sign-in',
    ends: paths.login({ fromUrl: address }),
  })),
  { address: oauthRequestAtHome(), page: 'sign-in', ends: paths.login({ fromUrl: paths.zapierAuth(OAUTH_REQUEST) }) },
  { address: '/no/such/page', page: 'sign-in', ends: paths.login({ fromUrl: paths.home() }) },
]

/** The standalone pages in the table of A§2. */
const PUBLIC_PATHS =
  /^\/(zapier-doc|launch-desktop|applink|audiouploadintro|buydetail|common|cookie-policy|download|privacy|shortlink|templatelink|transdetail|user-agreement|userdetail|appfaq)([/?]|$)/
