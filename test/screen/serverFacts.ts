import { siteContract } from '#features/site/contract.ts'
import type { Reply } from '#kit/contract.ts'
import { on } from './serveInMemory.ts'

type Facts = Reply<typeof siteContract.init>['data']

/** The site settings of a server without configuration. */
export const PLAIN_FACTS: Facts = {
  version: '0.1.0',
  region: 'global',
  privacy_version: '2026-11',
  scripted_speech: false,
  telemetry: false,
  summarises_in_any_language: false,
  operator: { name: null, contact: null, address: null },
  main_domain: null,
  main_site: null,
  help: null,
  downloads: { base: null, app_store: null, google_play: null, apk: null },
  announcement: null,
}

/** Returns a route handler with these downloads. */
export const tellsDownloads = (downloads: Partial<Facts['downloads']> = {}) =>
  on(siteContract.init, () => ({ data: { ...PLAIN_FACTS, downloads: { ...PLAIN_FACTS.downloads, ...downloads } } }))

/** Returns a route handler with these site settings. */
export const tellsFacts = (facts: Partial<Facts>) => on(siteContract.init, () => ({ data: { ...PLAIN_FACTS, ...facts } }))
