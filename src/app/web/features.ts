import { accountFeature } from '#features/account/web.tsx'
import { askFeature } from '#features/ask/web.tsx'
import { devicesFeature } from '#features/devices/web.tsx'
import { exportFeature } from '#features/export/web.tsx'
import { filesFeature } from '#features/files/web.tsx'
import { foldersFeature } from '#features/folders/web.tsx'
import { generateFeature } from '#features/generate/web.tsx'
import { integrationsFeature } from '#features/integrations/web.tsx'
import { languageModelsFeature } from '#features/language-models/web.tsx'
import { libraryFeature } from '#features/library/web.tsx'
import { membershipFeature } from '#features/membership/web.tsx'
import { notesFeature } from '#features/notes/web.tsx'
import { personalDataFeature } from '#features/personal-data/web.tsx'
import { profileFeature } from '#features/profile/web.tsx'
import { recorderFeature } from '#features/recorder/web.tsx'
import { retentionFeature } from '#features/retention/web.tsx'
import { searchFeature } from '#features/search/web.tsx'
import { siteFeature } from '#features/site/web.tsx'
import { templatesFeature } from '#features/templates/web.tsx'
import { transcriptionFeature } from '#features/transcription/web.tsx'
import { uploadFeature } from '#features/upload/web.tsx'
import { speechModelsFeature } from '#features/speech-models/web.tsx'
import { shareFeature } from '#features/share/web.tsx'
import type { WebFeature } from '#ui/feature/WebFeature.ts'
import { createLayoutFeature } from './layout/layoutFeature.ts'

const features = [
  createLayoutFeature(() => FEATURES),
  accountFeature,
  speechModelsFeature,
  languageModelsFeature,
  siteFeature,
  membershipFeature,
  devicesFeature,
  profileFeature,
  filesFeature,
  foldersFeature,
  transcriptionFeature,
  notesFeature,
  templatesFeature,
  generateFeature,
  retentionFeature,
  uploadFeature,
  recorderFeature,
  searchFeature,
  exportFeature,
  shareFeature,
  askFeature,
  libraryFeature,
  integrationsFeature,
  personalDataFeature,
] as const

/** The manifests of all features that contribute to every page, in the order of features.json. */
export const FEATURES: readonly WebFeature[] = features

/** Loads the billing feature of a build (A§1). It has no pages of its own. */
export const loadBillingFeature: Readonly<Record<'global' | 'cn', () => Promise<WebFeature>>> = {
  global: async () => (await import('#features/billing-global/web.tsx')).billingGlobalFeature,
  cn: async () => (await import('#features/billing-china/web.tsx')).billingChinaFeature,
}

type FeatureRoute = Extract<(typeof features)[number], { routes: unknown }>['routes'][number]

/** The typed routes of all features, which the registered router makes available to the pages. */
export const featureRoutes = FEATURES.flatMap(({ routes = [] }) => routes) as FeatureRoute[]
