import type { FastifyInstance } from 'fastify'
import { install as account } from '#features/account/server.ts'
import { install as devices } from '#features/devices/server.ts'
import { install as files } from '#features/files/server.ts'
import { install as folders } from '#features/folders/server.ts'
import { install as generate } from '#features/generate/server.ts'
import { install as integrations } from '#features/integrations/server.ts'
import { install as membership } from '#features/membership/server.ts'
import { install as notes } from '#features/notes/server.ts'
import { install as personalData } from '#features/personal-data/server.ts'
import { install as profile } from '#features/profile/server.ts'
import { install as recorder } from '#features/recorder/server.ts'
import { install as retention } from '#features/retention/server.ts'
import { install as site } from '#features/site/server.ts'
import { install as telemetry } from '#features/telemetry/server.ts'
import { install as transcription } from '#features/transcription/server.ts'
import { install as upload } from '#features/upload/server.ts'
import type { AppContext } from '#platform/context.ts'

/** In the order of features.json: a feature is installed after those it depends on. */
const FEATURES = [
  account,
  site,
  devices,
  membership,
  profile,
  files,
  folders,
  upload,
  recorder,
  transcription,
  notes,
  generate,
  retention,
  integrations,
  telemetry,
  personalData,
]

/** Installs the routes, jobs and event listeners of all features. */
export function installFeatures(app: FastifyInstance, ctx: AppContext): void {
  for (const install of FEATURES) install(app, ctx)
}
