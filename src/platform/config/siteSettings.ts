import { z } from 'zod'
import { withoutTrailingSlashes } from '#platform/config/settingTypes.ts'

const text = z.string().trim().min(1).max(200)
const link = z.string().refine(isWebLink, 'must be an https:// address')
const apiUrl = z
  .string()
  .refine((url) => isWebLink(url) || /^\/[\w./-]+$/.test(url), 'must be an https:// address or a path such as /api')

/** What the operator publishes about this server. Shown to everyone, before sign-in. */
export const siteSettings = {
  OPERATOR_NAME: text.optional().describe('operator of this server, shown in the policies'),
  OPERATOR_CONTACT: text.optional().describe('how to reach the operator'),
  OPERATOR_ADDRESS: text.optional().describe('postal address of the operator'),
  MAIN_DOMAIN: z
    .string()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be a domain such as example.org')
    .optional()
    .describe('domain on which visitors are asked about cookies; elsewhere, a notice is shown'),
  MAIN_SITE_URL: link.optional().describe('product website with recorders'),
  HELP_URL: link
    .optional()
    .describe('your own help center; `{locale}` in its address becomes the language of the reader, such as `pt-PT`'),
  FEEDBACK_URL: link
    .optional()
    .describe(
      'feedback board, linked in **Settings**, **About**; `{token}` in the address becomes a single-sign-on token (JWT, HS256)',
    ),
  FEEDBACK_SECRET: z
    .string()
    .min(16, 'must have 16 characters at least')
    .optional()
    .describe('secret of the board, with which the token is signed'),
  DOWNLOADS_URL: link
    .optional()
    .describe(
      'folder with the `latest.yml` of the desktop program and `Earshot-<version>-x64.exe`, `-arm64.dmg`, `-x64.dmg`; it must allow cross-origin requests',
    ),
  APP_STORE_URL: link.optional().describe('download address of the iOS app'),
  GOOGLE_PLAY_URL: link.optional().describe('download address of the Android app'),
  APK_URL: link.optional().describe('download address of the Android app outside of the store'),
  ASSETS_URL: link
    .optional()
    .describe('another host of the built `assets` folder; it must allow this origin. Used from the next start on'),
  API_URL: apiUrl.optional().meta({
    description: 'base URL of the API in the built page: a path, or an address of another host. Used from the next start on',
    unset: '/api',
  }),
  MINIMUM_CLIENT_VERSIONS: z
    .string()
    .regex(/^[a-z][\w-]*:\d+(\.\d+)*(, ?[a-z][\w-]*:\d+(\.\d+)*)*$/, 'must be such as desktop:1.4.0,ios:2.1')
    .optional()
    .describe(
      'oldest supported version of other programs, such as `desktop:1.4.0,ios:2.1`; `GET /config/init` says which are outdated',
    ),
  ANNOUNCEMENT: z
    .string()
    .optional()
    .describe('shown to every user once: `{"id":"2026-11","title":"…","text":"…","link":"https://…"}`'),
}

/** A message to all users. Its id is used to record which users have seen it. */
export type Announcement = { readonly id: string; readonly title: string; readonly text: string; readonly link: string | null }

export type SiteConfig = {
  /** The operator of this server, as named in the policies. */
  readonly operator: { readonly name: string | null; readonly contact: string | null; readonly address: string | null }
  /** The main domain of the product. Only there are visitors asked about cookies (A§7). */
  readonly mainDomain: string | null
  /** The website where devices are presented and sold. */
  readonly mainSite: string | null
  /** The operator's help centre. `{locale}` in it stands for the language of the reader (A§2), such as `pt-PT`. */
  readonly help: string | null
  /** The feedback board (A§2). `{token}` in its address is replaced by a single sign-on token signed with the board's secret. */
  readonly feedback: { readonly url: string; readonly secret: string | null } | null
  /** URL of the desktop program: `latest.yml` and the installers are below it. Without a trailing slash. */
  readonly downloads: string | null
  readonly appStore: string | null
  readonly googlePlay: string | null
  readonly apk: string | null
  /** Origin of the page's assets; null for this server. Without a trailing slash. */
  readonly assets: string | null
  /** The base URL of the API in the built page (A§7); null for `/api` of the server that serves it. Without a trailing slash. */
  readonly api: string | null
  /** The oldest supported version of each program, by its platform (A§7). */
  readonly minimumVersions: Readonly<Record<string, string>>
  readonly announcement: Announcement | null
}

const announcement = z.object({
  id: z.string().regex(/^[\w.-]{1,64}$/),
  title: z.string().trim().min(1).max(120),
  text: z.string().trim().min(1).max(2000),
  link: link.nullable().default(null),
})

type Settings = z.infer<z.ZodObject<typeof siteSettings>>

export function siteConfig(settings: Settings): SiteConfig {
  const baseUrl = (url: string | undefined) => (url === undefined ? null : withoutTrailingSlashes(url))
  return {
    operator: {
      name: settings.OPERATOR_NAME ?? null,
      contact: settings.OPERATOR_CONTACT ?? null,
      address: settings.OPERATOR_ADDRESS ?? null,
    },
    mainDomain: settings.MAIN_DOMAIN ?? null,
    mainSite: settings.MAIN_SITE_URL ?? null,
    help: settings.HELP_URL ?? null,
    feedback: settings.FEEDBACK_URL ? { url: settings.FEEDBACK_URL, secret: settings.FEEDBACK_SECRET ?? null } : null,
    downloads: baseUrl(settings.DOWNLOADS_URL),
    appStore: settings.APP_STORE_URL ?? null,
    googlePlay: settings.GOOGLE_PLAY_URL ?? null,
    apk: settings.APK_URL ?? null,
    assets: baseUrl(settings.ASSETS_URL),
    api: baseUrl(settings.API_URL),
    minimumVersions: Object.fromEntries(
      settings.MINIMUM_CLIENT_VERSIONS?.split(',').map((pair) => pair.trim().split(':') as [string, string]) ?? [],
    ),
    announcement: readAnnouncement(settings.ANNOUNCEMENT),
  }
}

/** Returns one sentence for each setting that cannot be used as it is. */
export const siteProblems = (settings: Settings): string[] => [...feedbackProblems(settings), ...announcementProblems(settings)]

function feedbackProblems({ FEEDBACK_URL: url = '', FEEDBACK_SECRET: secret }: Settings): string[] {
  if (url.includes('{token}') === (secret !== undefined)) return []
  return ['FEEDBACK_SECRET and {token} in FEEDBACK_URL are needed together: the board signs people in with the token.']
}

/** Returns one sentence when the announcement is not JSON, or one for each invalid field. */
function announcementProblems(settings: Settings): string[] {
  if (settings.ANNOUNCEMENT === undefined) return []
  const parsed = parseJson(settings.ANNOUNCEMENT)
  if (typeof parsed !== 'object' || parsed === null)
    return [
      'ANNOUNCEMENT must be JSON such as {"id":"2026-11","title":"…","text":"…","link":"https://…"}; the link may be left out.',
    ]
  const { error } = announcement.safeParse(parsed)
  return error?.issues.map(({ path, message }) => `ANNOUNCEMENT cannot be used: its ${path.join('.')}: ${message}.`) ?? []
}

const readAnnouncement = (json: string | undefined): Announcement | null =>
  announcement.safeParse(parseJson(json ?? 'null')).data ?? null

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** True for an https URL, or http on this machine, without user name and password. */
function isWebLink(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, username, password } = new URL(address)
  const isLocal = protocol === 'http:' && (hostname === 'localhost' || hostname === '127.0.0.1')
  return (protocol === 'https:' || isLocal) && !username && !password
}
