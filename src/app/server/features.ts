import type { FastifyInstance } from 'fastify'
import { account } from '#features/account/server.ts'
import { ask } from '#features/ask/server.ts'
import { billingChina } from '#features/billing-china/server.ts'
import { billingGlobal } from '#features/billing-global/server.ts'
import { devices } from '#features/devices/server.ts'
import { exporting } from '#features/export/server.ts'
import { createFilesFeature, readFiles } from '#features/files/server.ts'
import { folders, ownsFolders } from '#features/folders/server.ts'
import { generate } from '#features/generate/server.ts'
import { integrations } from '#features/integrations/server.ts'
import { languageModels } from '#features/language-models/server.ts'
import { type ReadFilenames, createMembershipFeature } from '#features/membership/server.ts'
import { notes, readSummaryItems, saveClientSummary } from '#features/notes/server.ts'
import { createPersonalDataFeature } from '#features/personal-data/server.ts'
import { profile } from '#features/profile/server.ts'
import { recorder } from '#features/recorder/server.ts'
import { retention } from '#features/retention/server.ts'
import { search } from '#features/search/server.ts'
import { site } from '#features/site/server.ts'
import { telemetry } from '#features/telemetry/server.ts'
import { templates } from '#features/templates/server.ts'
import { saveClientTranscript, transcription, withThread } from '#features/transcription/server.ts'
import { upload } from '#features/upload/server.ts'
import { speechModels } from '#features/speech-models/server.ts'
import { share } from '#features/share/server.ts'
import type { AppContext } from '#platform/context.ts'
import type { ServerFeature } from '#platform/feature.ts'
import { setAuthenticator } from '#platform/http/caller.ts'

/** Resolves the names of recordings in the usage history, because recordings belong to a feature that depends on usage. */
const readFilenames: ReadFilenames = async (ctx, userId, fileIds) =>
  new Map((await readFiles(ctx, userId, fileIds)).map(({ file_id, filename }) => [file_id, filename]))

/** The features with a server side, in the order of features.json: a feature follows those it depends on. */
export const FEATURES: readonly ServerFeature[] = [
  account,
  telemetry,
  speechModels,
  languageModels,
  site,
  createMembershipFeature({ readFilenames }),
  devices,
  profile,
  billingGlobal,
  billingChina,
  createFilesFeature({
    ownsFolders,
    readSummaries: readSummaryItems,
    saveTranscript: saveClientTranscript,
    saveSummary: saveClientSummary,
    withThread,
  }),
  folders,
  transcription,
  notes,
  templates,
  search,
  ask,
  generate,
  retention,
  upload,
  recorder,
  exporting,
  share,
  integrations,
  createPersonalDataFeature(() => FEATURES),
]

/** Installs the pages of the features, outside of `/api`. */
export function installPages(app: FastifyInstance, ctx: AppContext): void {
  for (const { pages = [] } of featuresOf(ctx)) for (const register of pages) register(app, ctx)
}

/** Installs everything else that the features add to a server. */
export function installFeatures(app: FastifyInstance, ctx: AppContext): void {
  for (const feature of featuresOf(ctx)) installFeature(app, ctx, feature)
}

/** Returns the features of this build. REGION determines how users pay (A§1). */
const featuresOf = ({ config }: AppContext): readonly ServerFeature[] =>
  FEATURES.filter(({ region = config.region }) => region === config.region)

function installFeature(app: FastifyInstance, ctx: AppContext, feature: ServerFeature): void {
  const { authenticate } = feature
  if (authenticate) setAuthenticator(app, (token) => authenticate(ctx, token))
  for (const [kind, isAlive] of Object.entries(feature.linkKinds ?? {}))
    ctx.blobs.registerLinkKind(kind, (id) => isAlive(ctx, id))
  for (const { topic, read } of feature.liveDetails ?? []) ctx.live.addDetails(topic, (message) => read(ctx, message))
  for (const register of feature.routes ?? []) register(app, ctx)
  for (const { register } of feature.jobs ?? []) register(ctx)
  for (const { every, job } of feature.schedules ?? []) ctx.jobs.schedule(every, job, {})
  for (const { register } of feature.listeners ?? []) register(ctx)
}
