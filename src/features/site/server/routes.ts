import type { FastifyInstance } from 'fastify'
import { hasModel, readModelAddresses } from '#features/language-models/server.ts'
import { FALLBACK_LOCALE, LOCALES, type Locale, languageTag } from '#shared/locales.ts'
import type { AppContext } from '#platform/context.ts'
import { serve } from '#platform/http/serve.ts'
import { VERSION } from '#platform/config/version.ts'
import { siteContract } from '../contract.ts'
import { checkClient } from './checkClient.ts'
import { feedbackAddress } from './feedbackAddress.ts'
import { speechServerOf, whatLeaves } from './whatLeaves.ts'

/** Replaces `{locale}` in the address of the help centre, for each language of the interface (A§2). */
function helpAddresses(help: string | null) {
  const addressFor = (locale: Locale) => (help ?? '').replaceAll('{locale}', languageTag(locale))
  if (!help?.includes('{locale}')) return { help, help_by_locale: {} }
  const help_by_locale = Object.fromEntries(LOCALES.map((locale) => [locale, addressFor(locale)]))
  return { help: addressFor(FALLBACK_LOCALE), help_by_locale }
}

export function siteRoutes(app: FastifyInstance, ctx: AppContext): void {
  const { config, secrets } = ctx
  const { init, security, feedback } = siteContract
  serve(
    app,
    'site',
    { init, security, feedback },
    {
      init: async ({ query }) => {
        const leaves = whatLeaves({ config, modelAddresses: await readModelAddresses(ctx) })
        return {
          data: {
            version: VERSION,
            ...checkClient(config.site.minimumVersions, query),
            region: config.region,
            privacy_version: config.privacyVersion,
            scripted_speech: config.scripted.speech,
            payments_mode: ctx.payments && (ctx.payments.livemode ? ('live' as const) : ('test' as const)),
            telemetry: config.telemetry,
            summarises_in_any_language: await hasModel(ctx),
            is_self_contained: leaves.length === 0,
            leaves_server: leaves,
            speech_server: speechServerOf(config),
            operator: config.site.operator,
            main_domain: config.site.mainDomain,
            main_site: config.site.mainSite,
            ...helpAddresses(config.site.help),
            has_feedback_board: config.site.feedback !== null,
            downloads: {
              base: config.site.downloads,
              app_store: config.site.appStore,
              google_play: config.site.googlePlay,
              apk: config.site.apk,
            },
            announcement: config.site.announcement,
          },
        }
      },
      feedback: async ({ caller, refuse }) => {
        const { feedback: board } = config.site
        return board ? { data: { url: await feedbackAddress(ctx, board, caller.userId) } } : refuse('noBoard')
      },
      security: async () => ({ data: await secrets.responseKeys.describe() }),
    },
  )
}
