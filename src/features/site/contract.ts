import { z } from 'zod'
import { route } from '#kit/contract.ts'

const link = z.string().nullable()

/** What a client asks of the server before it begins (A§7). */
export const siteContract = {
  init: route({
    method: 'GET',
    path: '/config/init',
    access: 'public',
    summary: 'What a client should know of this server before it begins (A§7)',
    query: z.object({ platform: z.string().max(40).optional(), version: z.string().max(40).optional() }),
    reply: z.object({
      data: z.object({
        version: z.string(),
        region: z.enum(['global', 'cn']),
        privacy_version: z.string(),
        /** Nothing on this server is really heard; the page says so. */
        scripted_speech: z.boolean(),
        telemetry: z.boolean(),
        /** A language model makes the summaries, so that they can be in another language than the recording. */
        summarises_in_any_language: z.boolean(),
        /** Who answers for this server, as the policies name them. */
        operator: z.object({ name: z.string().nullable(), contact: z.string().nullable(), address: z.string().nullable() }),
        /** The product's main domain, where cookies are asked about (A§7). */
        main_domain: z.string().nullable(),
        /** Where devices are shown and sold. */
        main_site: link,
        help: link,
        /** Where the desktop program's `latest.yml` and installers lie, without a slash at the end; the phone apps' shops. */
        downloads: z.object({ base: link, app_store: link, google_play: link, apk: link }),
        /** What the operator tells everybody once. */
        announcement: z.object({ id: z.string(), title: z.string(), text: z.string(), link }).nullable(),
      }),
    }),
  }),
  security: route({
    method: 'GET',
    path: '/config/security',
    access: 'public',
    summary: 'The public key under which a client may send the key its answer is to be encrypted with (A§7)',
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
