import type { Tier } from '../contract.ts'

/** What a plan may do, and the routes on which the server checks it. */
export type Right = {
  readonly tiers: readonly (Tier | 'free' | 'none')[]
  /** Routes that are refused without the right, as `POST /ai/word-list`. */
  readonly routes: readonly string[]
  /** The status of the refusal (B§8): -13 has both readings, no permission and no membership. */
  readonly status: -11 | -13
  /** Shown as beta (B§3). */
  readonly isBeta?: boolean
  /** How many times a user without the right can try it (B§7). */
  readonly tries?: number
  /** Routes that save templates. Without the right they are refused with SAVE_REFUSED (B§6). */
  readonly saves?: readonly string[]
}

/** The status of a template that may not be saved (B§6). */
export const SAVE_REFUSED = -1

const EVERYONE = ['starter', 'pro', 'unlimited', 'backer', 'free', 'none'] as const
const MEMBERS = ['starter', 'pro', 'unlimited', 'backer'] as const
const PAID = ['pro', 'unlimited', 'backer'] as const

/**
 * The one table of rights (A§6, B§6): the server's checks, the features of `GET /user/feature-access` and the hints of the screens
 * read it. A test calls every route in it as every tier.
 */
export const RIGHTS = {
  transcription: { tiers: EVERYONE, routes: [], status: -13 },
  sharing: { tiers: EVERYONE, routes: [], status: -13 },
  export: { tiers: EVERYONE, routes: [], status: -13 },
  cloud_sync: { tiers: EVERYONE, routes: [], status: -13 },
  multi_summary: { tiers: EVERYONE, routes: [], status: -13, isBeta: true },
  auto_generate: { tiers: EVERYONE, routes: [], status: -13, isBeta: true },
  upload: {
    tiers: MEMBERS,
    routes: ['POST /file/get_upload_presigned_url', 'POST /file/upload', 'POST /file/recording'],
    status: -13,
  },
  glossary: { tiers: PAID, routes: ['POST /ai/word-list', 'POST /ai/word-list/import'], status: -13 },
  /** Answering again is refused too (src/features/ask/server/askQuestion.ts). */
  ask_ai: { tiers: PAID, routes: ['POST /ask/questions'], status: -13 },
  /** Summaries from a locked template are refused by the task (B§8). */
  templates_pro: { tiers: PAID, routes: ['POST /ai/customtemplates/copy'], status: -13, tries: 3 },
  template_community: {
    tiers: PAID,
    routes: [],
    status: -13,
    isBeta: true,
    saves: ['POST /summary/community/templates/create'],
  },
  custom_templates: { tiers: PAID, routes: [], status: -11, saves: ['POST /ai/customtemplates'] },
  /** Only in the apps of phones and computers, for no tier here. */
  overview: { tiers: [], routes: [], status: -13 },
} as const satisfies Record<string, Right>
export type RightCode = keyof typeof RIGHTS

/** The codes of the features that a client can query. Uploading is a right, not a feature. */
export const FEATURE_CODES = (Object.keys(RIGHTS) as RightCode[]).filter((code) => code !== 'upload')

/** Returns whether a tier includes a right. */
export const includesRight = (tier: Tier | 'free' | 'none', code: RightCode): boolean =>
  (RIGHTS[code].tiers as readonly string[]).includes(tier)

/** Returns whether a feature is shown as beta (B§3). */
export const isBetaFeature = (code: RightCode): boolean => right(code).isBeta === true

/** Returns how many times a right can be tried without having it. */
export const triesOf = (code: RightCode): number => right(code).tries ?? 0

const right = (code: RightCode): Right => RIGHTS[code]
