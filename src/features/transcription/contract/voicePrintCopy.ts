import { z } from 'zod/mini'
import { route } from '#shared/contract.ts'
import { MiB } from '#shared/units.ts'

/** Maximum length of an encrypted copy: about 1,000 voice prints. */
export const MAX_COPY_LENGTH = 2 * MiB

/** Voice prints that a browser has encrypted. The server cannot read them. */
export const VoicePrintCopy = z.object({
  version: z.int(),
  content: z.string(),
  /** In unix seconds. */
  saved_time: z.int(),
})
export type VoicePrintCopy = z.infer<typeof VoicePrintCopy>

export const voicePrintCopyContract = {
  read: route({
    method: 'GET',
    path: '/ai/voice-print-copy',
    access: 'signed-in',
    summary: 'Get the encrypted copy of the voice prints of the account; null when there is none',
    reply: z.object({ data: z.nullable(VoicePrintCopy) }),
  }),
  save: route({
    method: 'PUT',
    path: '/ai/voice-print-copy',
    access: 'signed-in',
    summary: 'Replace the encrypted copy of the voice prints; `base_version` is the version that is replaced, 0 without a copy',
    body: z.object({
      base_version: z.int().check(z.minimum(0), z.maximum(2_000_000_000)),
      content: z.string().check(z.minLength(1), z.maxLength(MAX_COPY_LENGTH), z.regex(/^[\w+/=.-]+$/)),
    }),
    bodyLimit: MAX_COPY_LENGTH + MiB,
    reply: z.object({ data: z.object({ version: z.int(), saved_time: z.int() }) }),
    refusals: { conflict: { status: -4090, message: 'Another browser has saved or deleted the copy since then.' } },
    limits: [{ per: 'user', max: 60, within: 60_000 }],
  }),
  remove: route({
    method: 'DELETE',
    path: '/ai/voice-print-copy',
    access: 'signed-in',
    addsData: false,
    summary: 'Delete the encrypted copy of the voice prints',
    reply: z.object({}),
  }),
} as const
