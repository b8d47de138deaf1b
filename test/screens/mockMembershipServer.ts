import type { RouteHandler } from './mockServer.ts'
import { STARTER_USAGE, type StateData, type UserData, meReply } from './aUser.ts'
import { MockError, handle, mockServer } from './mockServer.ts'
import { integrationsContract } from '#features/integrations/contract.ts'
import { profileContract } from '#features/profile/contract.ts'
import { type PastTask, generateContract } from '#features/generate/contract.ts'
import { membershipContract } from '#features/membership/contract.ts'
import { siteContract } from '#features/site/contract.ts'
import type { Reply } from '#shared/contract.ts'

type TransactionEntry = Reply<typeof membershipContract.transactions>['data']['list'][number]
type TrialInfo = Reply<typeof membershipContract.freeTrialStatus>['data']['trial_info']

export type MembershipState = {
  user?: Partial<UserData>
  state?: Partial<StateData>
  entries?: readonly TransactionEntry[]
  transcriptions?: readonly PastTask[]
  /** Returns or throws the result of redeeming a code. */
  redeem?: (code: string) => Reply<typeof membershipContract.redeemCode>['data']
  trial?: TrialInfo
  mainSite?: string | null
  /** The programs that the operator offers for download. */
  downloads?: { base?: string }
  /** Additional routes, such as those of a billing feature. */
  handlers?: readonly RouteHandler[]
  /** How many of the next calls fail. */
  failures?: number
}

/** A mock server with one user, their minutes and the operator's settings. Reset with `vi.unstubAllGlobals()`. */
export function mockMembershipServer({
  user,
  state,
  entries = [],
  transcriptions = [],
  redeem,
  trial = { can_claim: false, has_claimed: false, available_days: 0 },
  mainSite = null,
  downloads = {},
  handlers: furtherHandlers = [],
  failures = 0,
}: MembershipState = {}) {
  let failuresLeft = failures
  const failOrReturn = <Answer>(response: Answer): Answer => {
    if (failuresLeft-- > 0) throw new MockError(500)
    return response
  }
  const handlers: RouteHandler[] = [
    ...furtherHandlers,
    handle(profileContract.me, () => failOrReturn(meReply({ ...STARTER_USAGE, ...user }, state))),
    handle(membershipContract.freeTrialStatus, () => ({
      data: { trial_info: trial, countdown: { is_active: false, remaining_seconds: 0 } },
    })),
    handle(membershipContract.transactions, ({ query: { skip, limit } }) =>
      failOrReturn({ data: { total: entries.length, list: entries.slice(skip, skip + limit) } }),
    ),
    handle(generateContract.history, () => ({ data: { total: transcriptions.length, list: [...transcriptions] } })),
    handle(membershipContract.redeemCode, ({ body: { code } }) => {
      if (!redeem) throw new MockError(-20)
      return { data: redeem(code) }
    }),
    handle(siteContract.init, () => ({
      data: {
        version: '1.2.3',
        is_outdated: false,
        minimum_version: '1.2.3',
        notice: null,
        region: 'global' as const,
        privacy_version: '1',
        scripted_speech: false,
        payments_mode: null,
        telemetry: false,
        summarises_in_any_language: false,
        is_self_contained: true,
        leaves_server: [],
        speech_server: null,
        operator: { name: null, contact: null, address: null },
        main_domain: null,
        main_site: mainSite,
        help: null,
        help_by_locale: {},
        has_feedback_board: false,
        downloads: { base: null, app_store: null, google_play: null, apk: null, ...downloads },
        announcement: null,
      },
    })),
    handle(integrationsContract.connection, () => ({
      data: { is_available: true, connected: false, scopes: [], connected_at: null, last_used_at: null },
    })),
  ]
  return mockServer(handlers)
}
