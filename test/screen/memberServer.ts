import type { Answering } from './serveInMemory.ts'
import { type Person, aboutSomebody } from './somebody.ts'
import { Says, on, serveInMemory } from './serveInMemory.ts'
import { integrationsContract } from '#features/integrations/contract.ts'
import { meContract } from '#features/me/contract.ts'
import { membershipContract } from '#features/membership/contract.ts'
import { siteContract } from '#features/site/contract.ts'
import type { Reply } from '#kit/contract.ts'

type Entry = Reply<typeof membershipContract.transactions>['data']['list'][number]

export type MemberWorld = {
  person?: Partial<Person>
  entries?: readonly Entry[]
  mainSite?: string | null
  /** How many of the next calls fail. */
  failures?: number
}

/** A starter who has used one of the month's five hours. */
const STARTER = {
  start_time: 1_700_000_000,
  reset_time: 4_102_444_800,
  seconds_left: 14_400,
  seconds_total: 18_000,
  has_transcribed: true,
}

/** A mock server with one user, their minutes and the operator's settings. Reset with `vi.unstubAllGlobals()`. */
export function memberServer({ person, entries = [], mainSite = null, failures = 0 }: MemberWorld = {}) {
  let left = failures
  const orFail = <Answer>(answer: Answer): Answer => {
    if (left-- > 0) throw new Says(500)
    return answer
  }
  const answers: Answering[] = [
    on(meContract.me, () => orFail(aboutSomebody({ ...STARTER, ...person }))),
    on(membershipContract.transactions, ({ query: { skip, limit } }) =>
      orFail({ data: { total: entries.length, list: entries.slice(skip, skip + limit) } }),
    ),
    on(siteContract.init, () => ({
      data: {
        version: '1.2.3',
        region: 'global' as const,
        privacy_version: '1',
        scripted_speech: false,
        telemetry: false,
        summarises_in_any_language: false,
        operator: { name: null, contact: null, address: null },
        main_domain: null,
        main_site: mainSite,
        help: null,
        downloads: { base: null, app_store: null, google_play: null, apk: null },
        announcement: null,
      },
    })),
    on(integrationsContract.connection, () => ({
      data: { is_available: true, connected: false, scopes: [], connected_at: null, last_used_at: null },
    })),
  ]
  return serveInMemory(answers)
}
