import { z } from 'zod/mini'
import { route } from '#shared/contract.ts'
import { hours, minutes } from '#shared/units.ts'

/** Lifetime of the download link. A download that has started may take longer. */
export const LINK_LIFETIME = minutes(5)

export const personalDataContract = {
  /** The link leads to a route outside the contract, because it returns a ZIP file. */
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
