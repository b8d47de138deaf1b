import type { Page, Route } from 'playwright-core'
import { paths } from '#shared/paths.ts'
import { unixSeconds } from '#shared/units.ts'
import { systemClock } from '#platform/clock/clock.ts'
import { generateContract } from '#features/generate/contract.ts'
import { membershipContract } from '#features/membership/contract.ts'
import { profileContract } from '#features/profile/contract.ts'
import { STARTER_USAGE, meReply } from '#test/screens/aUser.ts'
import { membershipStates } from '#test/screens/membershipStates.ts'
import type { MembershipState } from '#test/screens/mockMembershipServer.ts'
import { type Screen, type PictureContext, openAddress } from './Screen.ts'

const states = membershipStates(unixSeconds(systemClock.now()))

/** Mocks the membership responses of the server. */
async function mockMembership(page: Page, { user, state, entries = [], transcriptions = [] }: MembershipState): Promise<void> {
  const mockRoute = (path: string, reply: object) =>
    page.route(new RegExp(`/api${path}(\\?|$)`), (route: Route) =>
      route.fulfill({ json: { request_id: 'r', status: 0, ...reply } }),
    )
  await mockRoute(profileContract.me.path, meReply({ ...STARTER_USAGE, ...user }, state))
  await mockRoute(membershipContract.transactions.path, { data: { total: entries.length, list: entries } })
  // The server limits how often codes can be entered.
  const { status, message: msg } = membershipContract.redeemCode.refusals.unknownCode
  await mockRoute(membershipContract.redeemCode.path, { status, msg })
  await mockRoute(generateContract.history.path, { data: { total: transcriptions.length, list: transcriptions } })
}

const membershipScreen = (
  name: string,
  state: MembershipState,
  address: string = paths.memberIndex(),
  act: (page: Page) => Promise<unknown> = async () => {},
): Screen => ({
  name: `membership-${name}`,
  open: async (page: Page, pictureContext: PictureContext) => {
    await mockMembership(page, state)
    await openAddress(page, pictureContext, address)
    await page.locator('main h1').waitFor()
    await act(page)
  },
})

const scrollDown = (page: Page) => page.locator('main section').last().scrollIntoViewIfNeeded()

/** The membership centre (A§2) in its various states. */
export const MEMBERSHIP_SCREENS: readonly Screen[] = [
  ...Object.entries(states).map(([name, state]) => membershipScreen(name.replaceAll('_', '-'), state)),
  membershipScreen('code-unknown', states.starter, paths.memberIndex(), async (page) => {
    await page.locator('main form input').fill('ABCDE-12345')
    await page.keyboard.press('Enter')
    await page.locator('[aria-invalid=true]').waitFor()
    await page.locator('main form').scrollIntoViewIfNeeded()
  }),
  membershipScreen('questions', states.trial, paths.memberIndex(), scrollDown),
  membershipScreen('purchase', states.trial, paths.memberPurchase()),
  membershipScreen('purchase-starter', states.starter_with_billing, paths.memberPurchase()),
  membershipScreen('purchase-packs', states.trial, paths.memberPurchase({ from: 'quota_hour' })),
  membershipScreen('purchase-comparison', states.trial, paths.memberPurchase(), scrollDown),
  membershipScreen('manage', states.renewing, paths.memberManage()),
  membershipScreen('history', states.trial, paths.memberHistory()),
  membershipScreen('billings', states.trial, paths.memberBillings()),
]
