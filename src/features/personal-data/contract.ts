import { z } from 'zod/mini'
import { SESSION_LINK, bytesRoute } from '#shared/bytesRoute.ts'
import { route } from '#shared/contract.ts'
import { hours, minutes } from '#shared/units.ts'

/** Lifetime of the download link. A download that has started may take longer. */
export const LINK_LIFETIME = minutes(5)

export const personalDataContract = {
  all: route({
    method: 'POST',
    path: '/user/me/export',
    access: 'signed-in',
    addsData: false,
    summary: 'Get a signed link to a ZIP with all data of the caller, valid for five minutes',
    reply: z.object({ data: z.object({ url: z.string() }) }),
    limits: [{ per: 'user', max: 3, within: hours(1) }],
  }),
} as const

export const personalDataBytes = {
  archive: bytesRoute({
    method: 'GET',
    path: '/user/me/export/archive',
    access: 'signed-link',
    summary: 'Download the ZIP of an account through a link from POST /user/me/export; no token needed',
    query: z.object(SESSION_LINK),
    sends: { description: 'The archive.', type: 'application/zip' },
    // Creating an archive is expensive.
    limit: { max: 6, within: hours(1) },
  }),
} as const
