import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { closeDialogs } from '#test/screens/closeDialogs.ts'
import { FeatureScreen, WithMembership } from '#test/screens/FeatureScreen.tsx'
import { MEMBERSHIP_OFFERS, PRO_YEARLY, WITHOUT_PRICES } from '#test/screens/membershipOffers.ts'
import { mockMembershipServer, type MembershipState } from '#test/screens/mockMembershipServer.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { signInAs } from '#test/screens/signInAs.ts'
import { withRouter } from '#test/screens/withRouter.tsx'
import { LOCALES, type Locale } from '#shared/locales.ts'
import { getOpenDialog, openDialog } from '#ui/dialog/openDialog.ts'
import { membershipFeature, offersStore, type OwnSubscription } from '../../web.tsx'

const CAN_BUY = { can_buy: true }
/** 1 January 2100. */
const RESET = { reset_time: 4_102_444_800 }
const SHORTAGE = { needed: 48 * 60, left: 12 * 60 }

const bought: string[] = []
const offer = (subscription: OwnSubscription | null = null) =>
  offersStore.setState({
    offers: {
      ...MEMBERSHIP_OFFERS,
      subscription,
      buy: (product, { isTrial = false } = {}) => void bought.push(isTrial ? `${product} as a trial` : product),
    },
  })

const TRIAL = { can_claim: true, has_claimed: false, available_days: 7 }

async function show(state: MembershipState = {}, { locale, path = '/' }: { locale?: Locale; path?: string } = {}) {
  const { requests } = mockMembershipServer({ ...state, user: { ...RESET, ...state.user } })
  signInAs('u1')
  const { page, address } = withRouter(
    <WithMembership>
      <FeatureScreen features={[membershipFeature]} />
    </WithMembership>,
    path,
  )
  const view = await renderWithProviders(page, locale ? { locale } : {})
  await waitFor(() => expect(requests).toContain('GET /user/me'))
  return { ...view, requests, address }
}
const dialogText = (dialog: HTMLElement) => dialog.textContent?.replaceAll('\u00A0', ' ')

/** Opens another dialog, which takes longer than the delay of the offer. */
async function waitForDelay(): Promise<void> {
  openDialog('outOfMinutes', SHORTAGE)
  await screen.findByRole('dialog', { name: '36 minutes short' })
}

afterEach(() => {
  closeDialogs('outOfMinutes', 'upgrade', 'freeTrial')
  vi.unstubAllGlobals()
  localStorage.clear()
  offersStore.setState({ offers: undefined })
  bought.length = 0
})

describe('out of minutes', () => {
  it('says how many are missing, when they reset, and who can add some where nothing can be bought', async () => {
    const { user } = await show()
    openDialog('outOfMinutes', SHORTAGE)
    const dialog = await screen.findByRole('dialog', { name: '36 minutes short' })
    await waitFor(() => expect(dialogText(dialog)).toMatch(/Your minutes reset on (December 31, 2099|January 1, 2100)/))
    expect(dialogText(dialog)).toContain('This recording needs 48 minutes; you have 12 minutes.')
    expect(dialogText(dialog)).toContain('12 left36 short of 48')
    expect(dialogText(dialog)).toContain('The operator of this server can add minutes.')
    expect(within(dialog).queryByRole('link')).toBeNull()
    expect(await axeViolations()).toEqual([])
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('offers plans where they can be bought, by keyboard', async () => {
    const retryPrices = vi.fn<() => void>()
    offersStore.setState({ offers: { ...MEMBERSHIP_OFFERS, ...WITHOUT_PRICES, prices: 'failed', retryPrices } })
    const { user, address } = await show({ state: CAN_BUY, user: { has_transcribed: true } })
    openDialog('outOfMinutes', SHORTAGE)
    const dialog = await screen.findByRole('dialog', { name: '36 minutes short' })
    await waitFor(() => expect(within(dialog).getAllByRole('radio')).toHaveLength(3))
    expect(dialogText(dialog)).toMatch(/Pro-- a month1,200 minutes of transcription a monthPay annually-- off-- a year/)
    expect(dialogText(dialog)).toMatch(/Unlimited-- a monthUnlimited transcription120 extra minutes-- once/)
    expect(within(dialog).getByRole('alert').textContent).toBe('The prices could not be loaded.')
    await user.click(within(dialog).getByRole('button', { name: 'Try again' }))
    expect(retryPrices).toHaveBeenCalledOnce()
    expect(dialogText(dialog)).not.toContain('operator')
    expect(await axeViolations()).toEqual([])
    within(dialog).getByRole('link', { name: 'View all plans' }).focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe('/member/purchase?from=out_of_minutes'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('has no space after a Chinese full stop', async () => {
    await show({}, { locale: 'zh_CN' })
    openDialog('outOfMinutes', SHORTAGE)
    const dialog = await screen.findByRole('dialog')
    await waitFor(() => expect(dialogText(dialog)).toMatch(/您还有 12分钟。分钟数将于/))
  })

  it('names no shortage before there is anything to transcribe', async () => {
    await show()
    openDialog('outOfMinutes', { needed: null, left: 0 })
    const dialog = await screen.findByRole('dialog', { name: 'No minutes left' })
    expect(dialogText(dialog)).not.toContain('needs')
  })

  it.each(['unlimited', 'backer'] as const)('has a different text for the %s plan (A§6)', async (membership_type) => {
    await show({ user: { membership_type }, state: CAN_BUY })
    openDialog('outOfMinutes', SHORTAGE)
    const dialog = await screen.findByRole('dialog', { name: 'Your plan has changed' })
    expect(dialogText(dialog)).toContain('no longer has unlimited minutes')
    expect(await axeViolations()).toEqual([])
  })

  it.each(LOCALES)('has no missing text in %s', async (locale) => {
    const missing = vi.spyOn(console, 'error').mockImplementation(() => {})
    await show({ state: CAN_BUY, user: { has_transcribed: true } }, { locale })
    openDialog('outOfMinutes', SHORTAGE)
    expect(dialogText(await screen.findByRole('dialog'))).toMatch(/36.*48.*12/)
    expect(missing).not.toHaveBeenCalled()
    missing.mockRestore()
  })
})

describe('the offer at the first use (A§4)', () => {
  const newStarter = { user: { has_transcribed: false }, state: CAN_BUY }

  it('is shown once to a starter who has never transcribed, where plans can be bought', async () => {
    const { user, unmount } = await show(newStarter)
    const dialog = await screen.findByRole('dialog', { name: 'More minutes from the start' })
    expect(dialogText(dialog)).toContain('Starter transcribes 300 minutes a month.')
    expect(within(dialog).getByRole('link').getAttribute('href')).toBe('/member/purchase?from=first_time_use')
    expect(await axeViolations()).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'Not now' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    unmount()
    await show(newStarter)
    await waitForDelay()
    expect(getOpenDialog('upgrade')).toBeUndefined()
  })

  it.each([
    ['where nothing can be bought', { user: { has_transcribed: false } }],
    ['after the first transcription', { state: CAN_BUY }],
    ['with another plan', { user: { has_transcribed: false, membership_type: 'pro' }, state: CAN_BUY }],
  ] as const)('is not shown %s', async (_, state) => {
    await show(state)
    await waitForDelay()
    expect(getOpenDialog('upgrade')).toBeUndefined()
  })
})

describe('Go Unlimited (A§4)', () => {
  it('offers the unlimited plan to members of a paid plan', async () => {
    offer()
    await show({ user: { membership_type: 'pro' }, state: CAN_BUY })
    openDialog('upgrade', { source: 'go_unlimited' })
    const dialog = await screen.findByRole('dialog', { name: 'Go Unlimited' })
    expect(within(dialog).getAllByRole('radio')).toHaveLength(1)
    expect(dialogText(dialog)).toContain('Unlimited$29.00 a monthUnlimited transcription')
    expect(await axeViolations()).toEqual([])
  })

  it('is not offered to those who have it', async () => {
    await show({ user: { membership_type: 'unlimited' }, state: CAN_BUY })
    openDialog('upgrade', { source: 'go_unlimited' })
    await waitFor(() => expect(getOpenDialog('upgrade')).toBeUndefined())
  })
})

describe('the free trial (A§4, B§2)', () => {
  const PLANS = { path: '/member/purchase' }
  const claimable = { state: CAN_BUY, trial: TRIAL }

  it('is offered once on the page with the plans', async () => {
    offer()
    const { user, unmount } = await show(claimable, PLANS)
    const dialog = await screen.findByRole('dialog', { name: 'Try Pro free for 7 days' })
    expect(dialogText(dialog)).toContain('1,200 minutes of transcription a month')
    expect(dialogText(dialog)).toMatch(/Free until .+, then \$12\.90 a month unless you cancel/)
    await user.click(within(dialog).getByRole('button', { name: 'Start free trial' }))
    expect(bought).toEqual(['pro-monthly as a trial'])
    expect(await axeViolations()).toEqual([])
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    unmount()
    const { requests } = await show(claimable, PLANS)
    await waitFor(() => expect(requests).toContain('GET /membership/free-trial/status'))
    await waitFor(() => expect(getOpenDialog('freeTrial')).toBeUndefined())
  })

  it('is chosen in an offer of plans (A§2), with what is due today and what follows', async () => {
    offer()
    const { user } = await show({ ...claimable, user: { has_transcribed: true } })
    openDialog('outOfMinutes', SHORTAGE)
    const dialog = await screen.findByRole('dialog')
    const trial = await within(dialog).findByRole('checkbox', { name: 'Try it free for 7 days' })
    expect(dialogText(dialog)).toMatch(/\$0\.00 todayThen \$12\.90 a month from .+, unless you cancel/)
    expect(dialogText(dialog)).toContain('23% off')
    await user.click(within(dialog).getByRole('checkbox', { name: 'Pay annually' }))
    expect(dialogText(dialog)).toMatch(/Then \$118\.80 a year from/)
    await user.click(trial)
    expect(dialogText(dialog)).toContain('$118.80 todayThen every year until you cancel')
    await user.click(within(dialog).getByRole('button', { name: 'Upgrade to Pro' }))
    await user.click(within(dialog).getByRole('radio', { name: /120 extra minutes/ }))
    expect(dialogText(dialog)).toContain('$4.80 todayPaid once. Does not renew.')
    await user.click(within(dialog).getByRole('button', { name: 'Buy minutes' }))
    expect(bought).toEqual(['pro-yearly', 'pack-120'])
  })

  it.each([
    ['on other pages', claimable, '/member/index'],
    ['when it was claimed', { state: CAN_BUY, trial: { ...TRIAL, can_claim: false, has_claimed: true } }, PLANS.path],
  ])('is not offered %s', async (_, state, path) => {
    const { requests, queries } = await show(state, { path })
    await waitFor(() => expect(requests).toContain('GET /membership/free-trial/status'))
    await waitFor(() => expect(queries.isFetching()).toBe(0))
    expect(getOpenDialog('freeTrial')).toBeUndefined()
  })

  it.each([
    ['runs', PRO_YEARLY],
    ['has an open payment', { ...PRO_YEARLY, openInvoiceUrl: 'https://pay.example/in_1' }],
  ])('is not offered while a subscription %s', async (_, subscription) => {
    offer(subscription)
    const { requests, queries } = await show({ ...claimable, user: { has_transcribed: true } }, PLANS)
    await waitFor(() => expect(requests).toContain('GET /membership/free-trial/status'))
    await waitFor(() => expect(queries.isFetching()).toBe(0))
    expect(getOpenDialog('freeTrial')).toBeUndefined()
    openDialog('outOfMinutes', SHORTAGE)
    const dialog = await screen.findByRole('dialog')
    await within(dialog).findByRole('checkbox', { name: 'Pay annually' })
    expect(within(dialog).queryByRole('checkbox', { name: /free/ })).toBeNull()
  })

  it('is not requested where nothing can be bought', async () => {
    const { requests, queries } = await show({ trial: TRIAL }, PLANS)
    openDialog('outOfMinutes', SHORTAGE)
    await screen.findByRole('dialog')
    await waitFor(() => expect(queries.isFetching()).toBe(0))
    expect(requests).not.toContain('GET /membership/free-trial/status')
    expect(getOpenDialog('freeTrial')).toBeUndefined()
  })
})
