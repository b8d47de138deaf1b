import { z } from 'zod/mini'
import { route } from '#shared/contract.ts'

const link = z.nullable(z.string())

/** Public information about the server, for clients that start (A§7). */
export const siteContract = {
  init: route({
    method: 'GET',
    path: '/config/init',
    access: 'public',
    summary: 'Get the configuration of the server for clients (A§7)',
    query: z.object({
      platform: z.optional(z.string().check(z.maxLength(40))),
      version: z.optional(z.string().check(z.maxLength(40))),
    }),
    reply: z.object({
      data: z.object({
        version: z.string(),
        /** True if the version of the client is older than the oldest one that this server supports on its platform. */
        is_outdated: z.boolean(),
        /** Null for a platform without one. */
        minimum_version: z.nullable(z.string()),
        /** A notice to the user. The page has its own translated text for each code. */
        notice: z.nullable(z.object({ code: z.enum(['outdated']), text: z.string() })),
        region: z.enum(['global', 'cn']),
        privacy_version: z.string(),
        /** True if the server returns scripted transcripts instead of real ones. The page shows it. */
        scripted_speech: z.boolean(),
        /** Whether purchases charge real money: `test` in a sandbox. Null if nothing is sold. */
        payments_mode: z.nullable(z.enum(['live', 'test'])),
        telemetry: z.boolean(),
        /** True if a language model writes the summaries, so that they can be in another language than the recording. */
        summarises_in_any_language: z.boolean(),
        /** Whether recordings and everything generated from them stay on this server. */
        is_self_contained: z.boolean(),
        /** What other machines receive: audio for recognition, texts for models, or everything for storage. */
        leaves_server: z.array(z.enum(['audio', 'texts', 'storage'])),
        /** The host of the server that recognizes speech; null when this one does. */
        speech_server: z.nullable(z.string()),
        /** The operator of the server, as named in the policies. */
        operator: z.object({ name: z.nullable(z.string()), contact: z.nullable(z.string()), address: z.nullable(z.string()) }),
        /** The main domain of the product, where cookie consent is requested (A§7). */
        main_domain: z.nullable(z.string()),
        /** The site that sells devices. */
        main_site: link,
        /** The help centre in English, where it has one address for each locale (A§2). */
        help: link,
        /** Its address for each locale, such as `pt_PT`. Empty where all share one. */
        help_by_locale: z.record(z.string(), z.string()),
        /** Whether there is a feedback board (A§2). `feedback` returns its address. */
        has_feedback_board: z.boolean(),
        /**
         * The base URL of the desktop program's `latest.yml` and installers, without a trailing slash, and the app store pages.
         */
        downloads: z.object({ base: link, app_store: link, google_play: link, apk: link }),
        /** An announcement of the operator. Each user sees it once. */
        announcement: z.nullable(z.object({ id: z.string(), title: z.string(), text: z.string(), link })),
      }),
    }),
  }),
  feedback: route({
    method: 'GET',
    path: '/others/feedback-board',
    access: 'signed-in',
    summary: 'Get a link to the feedback board that signs the caller in there (A§2)',
    reply: z.object({ data: z.object({ url: z.string() }) }),
    refusals: { noBoard: { status: -404, message: 'This server has no feedback board.' } },
  }),
  security: route({
    method: 'GET',
    path: '/config/security',
    access: 'public',
    summary: 'Get the public key for requesting encrypted replies (A§7)',
    reply: z.object({
      data: z.object({
        /** RFC 7638 thumbprint of the key. */
        key_id: z.string(),
        algorithm: z.literal('RSA-OAEP-256'),
        /** SubjectPublicKeyInfo in base64. */
        public_key: z.string(),
        cipher: z.literal('A256GCM'),
      }),
    }),
  }),
} as const
