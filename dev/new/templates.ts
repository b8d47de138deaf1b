import type { FeatureNames } from './featureNames.ts'

/** Templates for the files of a feature. Each compiles and runs, and is meant to be replaced. */

export const contractTemplate = ({ feature, camel, sentence }: FeatureNames): string => `import { z } from 'zod/mini'
import { route } from '#shared/contract.ts'

export const ${camel}Contract = {
  owner: route({
    method: 'GET',
    path: '/${feature}/owner',
    access: 'signed-in',
    summary: 'Whose ${sentence} these are',
    reply: z.object({ data_user_id: z.string() }),
  }),
} as const
`

export const serverTemplate = ({
  feature,
  camel,
  sentence,
}: FeatureNames): string => `import type { ServerFeature } from '#platform/feature.ts'
import { ${camel}Routes } from './server/routes.ts'

/** What ${sentence} contribute to the server. */
export const ${camel}: ServerFeature = {
  name: '${feature}',
  routes: [${camel}Routes],
}
`

export const routesTemplate = ({ feature, camel }: FeatureNames): string => `import type { FastifyInstance } from 'fastify'
import type { AppContext } from '#platform/context.ts'
import { serve } from '#platform/http/serve.ts'
import { ${camel}Contract } from '../contract.ts'

export function ${camel}Routes(app: FastifyInstance, _ctx: AppContext): void {
  serve(app, '${feature}', ${camel}Contract, {
    owner: async ({ caller }) => ({ data_user_id: caller.userId }),
  })
}
`

export const routesTestTemplate = ({ camel, sentence }: FeatureNames): string => `import { describe, expect, it } from 'vitest'
import { createClients } from '#test/server/user.ts'
import { testServer } from '#test/server/testServer.ts'

describe('${sentence}', () => {
  it('belong to the caller', async () => {
    await using server = await testServer()
    const user = await server.user()
    expect((await user.${camel}.owner({})).data_user_id).toBe(user.id)
  })

  it('return 401 without a session (A§8)', async () => {
    await using server = await testServer()
    const stranger = createClients(server.url, {})
    await expect(stranger.${camel}.owner({})).rejects.toMatchObject({ httpStatus: 401 })
  })
})
`

export const webTemplate = ({
  feature,
  camel,
  pascal,
}: FeatureNames): string => `import { createRoute } from '@tanstack/react-router'
import { mainRoute } from '#features/account/web.tsx'
import type { WebFeature } from '#ui/feature/WebFeature.ts'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'

const ${camel}Route = createRoute({
  getParentRoute: () => mainRoute,
  path: '${feature}',
  component: lazyComponent(async () => (await import('./web/${pascal}Page.tsx')).${pascal}Page),
})

/** The contributions of the feature to the page. */
export const ${camel}Feature = { name: '${feature}', routes: [${camel}Route] } as const satisfies WebFeature
`

export const pageTemplate = ({
  feature,
  pascal,
  sentence,
}: FeatureNames): string => `import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'

/** The page of ${sentence}. */
export function ${pascal}Page() {
  const t = useTranslations('${feature}')
  return <EmptyState>{t('nothing_yet')}</EmptyState>
}
`
