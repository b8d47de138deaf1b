import type { FastifyInstance } from 'fastify'
import { COUNTRIES } from '#shared/countries.ts'
import { newId } from '#shared/newId.ts'
import { unixSeconds } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { serve } from '#platform/http/serve.ts'
import { privacyContract, meTopic } from '../../contract.ts'
import { type ConsentRow, hasConsent, insertConsent, latestConsent } from './storeConsents.ts'

export function privacyRoutes(app: FastifyInstance, ctx: AppContext): void {
  const { privacyVersion } = ctx.config
  serve(app, 'privacy', privacyContract, {
    country: async ({ caller, from }) => {
      const latest = await latestConsent(ctx, caller.userId)
      return {
        data: {
          country: latest?.country || from.country,
          privacy_version: privacyVersion,
          has_new_privacy: !(await hasConsent(ctx, caller.userId, privacyVersion)),
          agreed: latest ? toConsent(latest) : null,
        },
      }
    },
    location: async ({ headers, from }) => {
      if (from.country) return { data: { country: from.country, source: 'network' as const } }
      const country = countryOfLanguage(headers['accept-language'] ?? '')
      return { data: { country, source: country ? ('language' as const) : ('unknown' as const) } }
    },
    agree: async ({ body, caller, refuse }) => {
      if (body.privacy_version !== privacyVersion) return refuse('otherVersion')
      if (!COUNTRIES.has(body.country)) return refuse('noSuchCountry')
      const now = ctx.clock.now()
      await insertConsent(ctx, { ...body, user_id: caller.userId, consent_id: newId(now), agreed_at: now })
      await ctx.live.publish(meTopic, { userId: caller.userId })
      return {}
    },
  })
}

const toConsent = ({ country, privacy_version, is_marketing_agreement, agreed_at }: ConsentRow) => ({
  country,
  privacy_version,
  is_marketing_agreement,
  agreed_at: unixSeconds(agreed_at),
})

/**
 * Returns the country that an Accept-Language header suggests: Austria for `de-AT`, Germany for `de` as its most likely region.
 * Returns an empty string when there is none.
 */
export function countryOfLanguage(acceptLanguage: string): string {
  for (const tag of languagesByPreference(acceptLanguage)) {
    const region = likelyRegion(tag)
    if (region && COUNTRIES.has(region)) return region
  }
  return ''
}

function languagesByPreference(acceptLanguage: string): string[] {
  const entries = acceptLanguage.split(',').map((entry) => {
    const [tag = '', ...parameters] = entry.split(';').map((part) => part.trim())
    const weight = parameters.find((part) => part.startsWith('q='))
    return { tag, weight: weight === undefined ? 1 : Number(weight.slice(2)) }
  })
  return entries
    .filter(({ tag, weight }) => tag !== '' && tag !== '*' && weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
}

function likelyRegion(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).maximize().region
  } catch {
    return undefined // not a language tag
  }
}
