import type { FeatureNames } from './featureNames.ts'

/** Templates of a feature's files. Each compiles, runs, and is meant to be replaced. */

export const contractTemplate = ({ feature, camel, sentence }: FeatureNames): string => `import { z } from 'zod'
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

export const serverTemplate = ({ camel, sentence }: FeatureNames): string => `import type { FastifyInstance } from 'fastify'
import type { Ground } from '#platform/context.ts'
import { ${camel}Routes } from './server/routes.ts'

/** The user's ${sentence}. */
export function install(app: FastifyInstance, ground: Ground): void {
  ${camel}Routes(app, ground)
}
`

export const routesTemplate = ({ feature, camel }: FeatureNames): string => `import type { FastifyInstance } from 'fastify'
import type { Ground } from '#platform/context.ts'
import { serve } from '#platform/http/serve.ts'
import { ${camel}Contract } from '../contract.ts'

export function ${camel}Routes(app: FastifyInstance, _ground: Ground): void {
  serve(app, '${feature}', ${camel}Contract, {
    owner: async ({ caller }) => ({ data_user_id: caller.userId }),
  })
}
`

export const routesTestTemplate = ({ camel, sentence }: FeatureNames): string => `import { describe, expect, it } from 'vitest'
import { clientsOf } from '#test/server/user.ts'
import { world } from '#test/server/testServer.ts'

describe('${sentence}', () => {
  it('are those of the caller', async () => {
    await using w = await world()
    const anna = await w.as('anna')
    expect((await anna.${camel}.owner({})).data_user_id).toBe(anna.id)
  })

  it('are shown to nobody who is not signed in, 401 (A§8)', async () => {
    await using w = await world()
    const stranger = clientsOf(w.url, {})
    await expect(stranger.${camel}.owner({})).rejects.toMatchObject({ httpStatus: 401 })
  })
})
`

export const webTemplate = ({
  feature,
  pascal,
  sentence,
}: FeatureNames): string => `import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { useWords } from '#browser/i18n/useTranslations.ts'

/** The page of ${sentence}. */
export function ${pascal}Page() {
  const t = useWords('${feature}')
  return <EmptyState>{t('nothing_yet')}</EmptyState>
}
`
