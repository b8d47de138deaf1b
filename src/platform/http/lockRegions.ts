import type { FastifyInstance } from 'fastify'
import type { Config } from '#platform/config/config.ts'
import { countryOf } from './country.ts'
import { turnAway } from './turnAway.ts'

/**
 * Serves only the countries named in COUNTRIES: everybody else gets 403 with status -10000 (A§8), and so does a call that came
 * past the proxy which knows the country.
 */
export function lockRegions(app: FastifyInstance, { countries }: Pick<Config, 'countries'>): void {
  if (!countries) return
  turnAway(app, (request) =>
    countries.includes(countryOf(request))
      ? undefined
      : { httpStatus: 403, status: -10000, msg: 'This service is not available in your country.' },
  )
}
