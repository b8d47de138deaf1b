import { z } from 'zod/mini'
import { route } from '#shared/contract.ts'
import { minutes } from '#shared/units.ts'
import { FileId } from '#features/files/contract.ts'

/** Maximum number of links to a recording, revoked ones included. */
export const MAX_LINKS = 50
export const MAX_LABEL = 80
export const SHARE_PASSWORD_MIN = 4
export const SHARE_PASSWORD_MAX = 200
/** Number of views that are stored with time and device. All views are counted. */
export const MAX_VIEWS = 500
/** The shortest clip, in milliseconds. */
export const MIN_CLIP = 1000

const MAX_MILLIS = 1_000_000_000
/** The end of the year 9999. */
const MAX_DATE = 253_402_300_799_999
const time = z.int().check(z.minimum(0), z.maximum(MAX_MILLIS))

const LinkId = z.string().check(z.regex(/^[0-9a-f]{32}$/))

/** A range of a recording, in milliseconds from its start. */
export const Clip = z.object({ start_ms: time, end_ms: time })
export type Clip = z.infer<typeof Clip>

/** What a link shows, and for how long. `expires_at` is in unix milliseconds; null means no end. */
const settings = {
  label: z.string().check(z.maxLength(MAX_LABEL)),
  shows_summary: z.boolean(),
  shows_transcript: z.boolean(),
  shows_audio: z.boolean(),
  note_ids: z.array(z.string().check(z.minLength(1), z.maxLength(64))).check(z.maxLength(60)),
  clip: z.nullable(Clip),
  hides_names: z.boolean(),
  allows_download: z.boolean(),
  expires_at: z.nullable(z.int().check(z.minimum(0), z.maximum(MAX_DATE))),
}

/** A link to a recording, for its owner. Times are in unix milliseconds. */
export const ShareLink = z.object({
  ...settings,
  link_id: z.string(),
  /** The URL of the link. Null after the link was revoked. */
  url: z.nullable(z.string()),
  /** Opens the page without counting and without the password, for an hour. Null after the link was revoked. */
  preview_url: z.nullable(z.string()),
  has_password: z.boolean(),
  /** Created by another program that uses this account. */
  is_client: z.boolean(),
  revoked_at: z.nullable(z.int()),
  created_at: z.int(),
  view_count: z.int(),
  last_viewed_at: z.nullable(z.int()),
})
export type ShareLink = z.infer<typeof ShareLink>

/** Number of points in the waveform on which a clip is chosen. */
export const WAVEFORM_POINTS = 140

/** The parts of a recording that can be shown. */
export const SharedRecording = z.object({
  /** Milliseconds. */
  duration: z.int(),
  has_summary: z.boolean(),
  has_transcript: z.boolean(),
  has_audio: z.boolean(),
  notes: z.array(z.object({ note_id: z.string(), name: z.string() })),
  /** The loudest point of equal sections, from 0 to 255; null until measured. */
  waveform: z.nullable(z.array(z.int())),
})
export type SharedRecording = z.infer<typeof SharedRecording>

const changes = {
  ...settings,
  /** Null removes the password. It is never returned. */
  password: z.nullable(z.string().check(z.minLength(SHARE_PASSWORD_MIN), z.maxLength(SHARE_PASSWORD_MAX))),
  revoked: z.boolean(),
}
const optional = <T extends z.ZodMiniType>(schema: T) => z.optional(schema)

export const ShareChange = z.object({
  label: optional(changes.label),
  shows_summary: optional(changes.shows_summary),
  shows_transcript: optional(changes.shows_transcript),
  shows_audio: optional(changes.shows_audio),
  note_ids: optional(changes.note_ids),
  clip: optional(changes.clip),
  hides_names: optional(changes.hides_names),
  allows_download: optional(changes.allows_download),
  expires_at: optional(changes.expires_at),
  password: optional(changes.password),
  revoked: optional(changes.revoked),
})
export type ShareChange = z.infer<typeof ShareChange>

/** What a visitor has downloaded. */
export const DownloadKind = z.enum(['audio', 'text'])
export type DownloadKind = z.infer<typeof DownloadKind>

/** A view of a link. `browser` and `system` are their own names, empty when unknown. */
export const ShareView = z.object({
  view_id: z.string(),
  viewed_at: z.int(),
  browser: z.string(),
  system: z.string(),
  has_listened: z.boolean(),
  downloads: z.array(DownloadKind),
})
export type ShareView = z.infer<typeof ShareView>

const linkParams = z.object({ link_id: LinkId })
const oneLink = z.object({ data: ShareLink })

const clipOutside = { status: -3, message: 'The clip lies outside the recording, or is shorter than a second.' } as const
const expiresInPast = { status: -4, message: 'The link would have expired already.' } as const
const tooMany = { status: -2, message: `A recording has ${MAX_LINKS} links at most. Delete one that is revoked.` } as const
const passwordLimit = { per: 'user', max: 120, within: minutes(1) } as const

export const shareContract = {
  links: route({
    method: 'GET',
    path: '/share/links/:id',
    access: 'signed-in',
    summary: 'List the links to a recording, newest last, and which of its parts can be shared',
    params: z.object({ id: FileId }),
    reply: z.object({ data: z.object({ links: z.array(ShareLink), recording: SharedRecording }) }),
  }),
  create: route({
    method: 'POST',
    path: '/share/links/:id',
    access: 'signed-in',
    summary: 'Create a link to a recording; by default it shows summary, transcript and audio',
    params: z.object({ id: FileId }),
    body: ShareChange,
    reply: oneLink,
    refusals: { tooMany, clipOutside, expiresInPast },
    limits: [{ per: 'user', max: 60, within: minutes(1) }],
  }),
  change: route({
    method: 'PATCH',
    path: '/share/link/:link_id',
    access: 'signed-in',
    addsData: false,
    summary: 'Change what a link shows, for how long and to whom; revoke it or restore it',
    params: linkParams,
    body: ShareChange,
    reply: oneLink,
    refusals: { clipOutside, expiresInPast },
    limits: [passwordLimit],
  }),
  renew: route({
    method: 'POST',
    path: '/share/link/:link_id/renew',
    access: 'signed-in',
    addsData: false,
    summary: 'Give a link a new address; the old one stops working immediately',
    params: linkParams,
    reply: oneLink,
  }),
  remove: route({
    method: 'DELETE',
    path: '/share/link/:link_id',
    access: 'signed-in',
    summary: 'Delete a link and the record of its views',
    params: linkParams,
    reply: z.object({}),
  }),
  views: route({
    method: 'GET',
    path: '/share/link/:link_id/views',
    access: 'signed-in',
    summary: 'List the views of a link, newest first',
    params: linkParams,
    query: z.object({ limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_VIEWS)), 3) }),
    reply: z.object({ data: z.object({ total: z.int(), list: z.array(ShareView) }) }),
  }),
} as const

const flag = z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(1)), 0)

/** What a link of another program shows. */
const ContentConfig = z.object({
  overview: z._default(z.boolean(), false),
  transcript: z._default(z.boolean(), false),
  audio: z._default(z.boolean(), false),
  notes: z._default(settings.note_ids, []),
})
export type ContentConfig = z.infer<typeof ContentConfig>

/** The recording in calls of other programs: `object_id` or `file_id`. */
const sharedObject = {
  object_id: z.optional(FileId),
  file_id: z.optional(FileId),
  object_type: z._default(z.enum(['file']), 'file'),
}
const SharedObject = z.object(sharedObject)
const SharedObjectChange = z.object({ ...sharedObject, content_config: z.optional(ContentConfig) })
const publicShare = z.object({ data: z.object({ share_url: z.string(), content_config: z.nullable(ContentConfig) }) })

/** The routes for other programs. Each recording has one link that they create, read and change. */
export const clientSharesContract = {
  shareUrl: route({
    method: 'POST',
    path: '/file/share-url/:id',
    access: 'signed-in',
    summary: 'Create or change the link of other programs to a recording',
    params: z.object({ id: FileId }),
    body: z.object({ is_audio: flag, is_trans: flag, is_ai_content: flag, is_mindmap: flag }),
    reply: z.object({ url: z.string() }),
    refusals: { tooMany },
    limits: [{ per: 'user', max: 60, within: minutes(1) }],
  }),
  publicGet: route({
    method: 'POST',
    path: '/share/public/get',
    access: 'signed-in',
    addsData: false,
    mayNotExist: true,
    summary: 'Get the link of other programs to a recording; its address is empty when there is none',
    body: SharedObject,
    reply: publicShare,
  }),
  publicCreate: route({
    method: 'POST',
    path: '/share/public/create',
    access: 'signed-in',
    mayNotExist: true,
    summary: 'Create the link of other programs to a recording, or return the existing one',
    body: SharedObjectChange,
    reply: publicShare,
    refusals: { tooMany },
    limits: [{ per: 'user', max: 60, within: minutes(1) }],
  }),
  publicUpdate: route({
    method: 'POST',
    path: '/share/public/update',
    access: 'signed-in',
    addsData: false,
    mayNotExist: true,
    summary: 'Change what the link of other programs to a recording shows',
    body: SharedObjectChange,
    reply: publicShare,
  }),
  privateGet: route({
    method: 'POST',
    path: '/share/private/get',
    access: 'signed-in',
    addsData: false,
    mayNotExist: true,
    summary: 'Get the link that only named accounts may open; there are no such links, so its address is empty',
    body: SharedObject,
    reply: z.object({ data: z.object({ share_url: z.string() }) }),
  }),
} as const
