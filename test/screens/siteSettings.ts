import { siteContract } from '#features/site/contract.ts'
import type { Reply } from '#shared/contract.ts'
import { handle } from './mockServer.ts'

export type SiteSettings = Reply<typeof siteContract.init>['data']

/** The site settings of a server without configuration. */
export const DEFAULT_SITE_SETTINGS: SiteSettings = {
  version: '0.1.0',
  is_outdated: false,
  minimum_version: '0.1.0',
  notice: null,
  region: 'global',
  privacy_version: '2026-11',
  scripted_speech: false,
  payments_mode: null,
  telemetry: false,
  summarises_in_any_language: false,
  is_self_contained: true,
  leaves_server: [],
  speech_server: null,
  operator: { name: null, contact: null, address: null },
  main_domain: null,
  main_site: null,
  help: null,
  help_by_locale: {},
  has_feedback_board: false,
  downloads: { base: null, app_store: null, google_play: null, apk: null },
  announcement: null,
}

/** Returns a route handler with these downloads. */
export const handleDownloads = (downloads: Partial<SiteSettings['downloads']> = {}) =>
  handle(siteContract.init, () => ({
    data: { ...DEFAULT_SITE_SETTINGS, downloads: { ...DEFAULT_SITE_SETTINGS.downloads, ...downloads } },
  }))

/** Returns a route handler with these site settings. */
export const handleSiteSettings = (siteSettings: Partial<SiteSettings>) =>
  handle(siteContract.init, () => ({ data: { ...DEFAULT_SITE_SETTINGS, ...siteSettings } }))
