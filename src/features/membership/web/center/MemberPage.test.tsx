import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { membershipStates } from '#test/screens/membershipStates.ts'
import { MEMBERSHIP_OFFERS, PRO_YEARLY } from '#test/screens/membershipOffers.ts'
import { MockError } from '#test/screens/mockServer.ts'
import { renderMembership } from '#test/screens/renderMembership.tsx'
import { type OwnSubscription, offersStore } from '../offers/offersStore.ts'
import { MemberPage } from './MemberPage.tsx'
import type { MembershipState } from '#test/screens/mockMembershipServer.ts'
import type { Locale } from '#shared/locales.ts'

const renderPage = (state: MembershipState = {}, options: { initialUrl?: string; locale?: Locale } = {}) =>
  renderMembership(<MemberPage />, state, { initialUrl: '/member/index', ...options })

/** The time of these tests. */
const NOW = Date.parse('2026-11-20T08:00:00Z')
const states = membershipStates(NOW / 1000)

const offer = (subscription: OwnSubscription | null) => offersStore.setState({ offers: { ...MEMBERSHIP_OFFERS, subscription } })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
  offer(null)
})
const region = (name: string) => screen.findByRole('region', { name })
const textOf = (element: HTMLElement) => element.textContent?.replaceAll('\u00a0', ' ') ?? ''
const BUYING = /buy|price|purchase|payment|compare plans|free trial|in trial|cancel/i

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  offersStore.setState({ offers: undefined })
})

describe('/member/index (A§2)', () => {
  it.each(Object.entries(states))('has no accessibility problems in the state %s', async (_, state) => {
    await renderPage(state)
    await screen.findByText(/^(All use|No minutes used yet\.)$/)
    expect(await axeViolations()).toEqual([])
  })

  it('shows the plan, a bar, the minutes that are left, and when they reset', async () => {
    await renderPage(states.code)
    const card = await region('Pro')
    expect(textOf(card)).toContain('812 of 1,200 minutes left')
    expect(textOf(card)).toMatch(/EndsNovember 18, 2027Does not renewMinutes resetDecember 18, 2026To 1,200, then monthly$/)
    expect(within(card).getByRole('meter').getAttribute('aria-valuenow')).toBe('67')
    expect(within(card).getByRole('link', { name: 'Manage' }).getAttribute('href')).toBe('/member/manage')
    expect(document.title).toBe('Membership · Earshot')
  })

  it('shows the time of the reset when it is within 2 days (A§9)', async () => {
    await renderPage(states.reset_soon)
    expect(textOf(await region('Pro'))).toMatch(/Minutes reset\D+\d+, \d{4} at \d+:\d\d/)
  })

  it('shows the days left of a trial (A§5), and where a membership renews', async () => {
    offer({ ...PRO_YEARLY, trialEnd: NOW / 1000 + 5 * 86_400 })
    const { unmount } = await renderPage(states.trial)
    expect(textOf(await region('Pro'))).toMatch(
      /^ProTrial · 5 days left.*Trial ends.*Cancel before, pay nothingThen\$118\.80 a yearUntil you cancel/,
    )
    offer(null)
    unmount()
    vi.unstubAllGlobals()
    await renderPage(states.renewing)
    expect(textOf(await region('Pro'))).toMatch(/RenewsNovember 18, 2027Through the App Store/)
  })

  it('shows the plan that follows instead of a renewal', async () => {
    offer({ ...PRO_YEARLY, plan: 'unlimited-monthly', next: { plan: 'pro-monthly', startsAt: NOW / 1000 } })
    await renderPage(states.unlimited_renewing)
    const text = textOf(await region('Unlimited'))
    expect(text).toContain('Next planPro · MonthlyFrom November 20, 2026')
    expect(text).not.toContain('Renews')
  })

  describe('beside a higher membership shows the subscription', () => {
    const PRO = { ...PRO_YEARLY, plan: 'pro-monthly', amount: 1290 } as const
    it.each([
      ['that renews', PRO, 'Pro · Monthly$12.90 a month · Renews on November 20, 2027'],
      ['that was canceled', { ...PRO, isCanceled: true }, 'Pro · Monthly$12.90 a month · Ends on November 20, 2027'],
      ['of a trial', { ...PRO, trialEnd: PRO.periodEnd }, 'Pro · MonthlyTrial until November 20, 2027, then $12.90 a month'],
      [
        'that another plan follows',
        { ...PRO_YEARLY, next: { plan: 'pro-monthly', startsAt: PRO.periodEnd } },
        'Pro · Annual$118.80 a year · Until November 20, 2027, then Pro · Monthly',
      ],
    ] as const)('%s', async (_, subscription, text) => {
      offer(subscription)
      await renderPage({ ...states.unlimited, state: { can_buy: true } })
      expect(textOf(await region('Your subscription'))).toBe(`Your subscription${text}`)
      expect(await axeViolations()).toEqual([])
    })

    it('and nothing of it as that of the membership', async () => {
      offer({ ...PRO_YEARLY, next: { plan: 'pro-monthly', startsAt: PRO.periodEnd } })
      await renderPage({
        user: { membership_type: 'unlimited', expire_time: NOW / 1000 + 86_400 },
        state: { can_buy: true },
      })
      expect(textOf(await region('Unlimited'))).toContain('EndsNovember 21, 2026Does not renew')
    })
  })

  it('shows a subscription only once', async () => {
    offer(PRO_YEARLY)
    await renderPage(states.trial)
    await region('Pro')
    expect(screen.queryByRole('region', { name: 'Your subscription' })).toBeNull()
  })

  it('waits until it is known what is paid, so that nothing appears late', async () => {
    offersStore.setState({ offers: undefined })
    await renderPage(states.trial)
    await screen.findByRole('link', { name: 'Payment history' }).catch(() => null)
    expect(screen.queryByRole('region', { name: 'Pro' })).toBeNull()
    act(() => offer({ ...PRO_YEARLY, openInvoiceUrl: 'https://pay.example/in_1' }))
    expect(textOf(await region('A payment is due.'))).toContain('Pay it to keep your plan.')
    expect(await region('Pro')).toBeTruthy()
  })

  it('shines instead of a bar when the plan is unlimited', async () => {
    await renderPage(states.unlimited)
    const card = await region('Unlimited')
    expect(textOf(card)).toBe('UnlimitedManageUnlimited minutes')
    expect([card.querySelectorAll('[data-panel=unlimited_shining]').length, within(card).queryByRole('meter')]).toEqual([1, null])
  })

  it('shows extra minutes in a second card', async () => {
    await renderPage(states.extra_minutes)
    const card = await region('Extra minutes')
    expect(textOf(card)).toMatch(/^Extra minutes420 of 600 minutes leftExpireOctober 20, 2028/)
    expect(within(card).getByRole('meter').getAttribute('aria-valuenow')).toBe('70')
  })

  it('links to the main site to get a device without a membership, and for starters (A§6)', async () => {
    const { unmount } = await renderPage(states.none_with_shop)
    const card = await region('Unlock transcription and summaries')
    await waitFor(() => expect(within(card).getByRole('link').getAttribute('href')).toBe('https://example.org/'))
    unmount()
    vi.unstubAllGlobals()
    await renderPage({ mainSite: 'https://example.org/' })
    expect(await within(await region('Starter')).findByRole('link', { name: 'Get a device' })).toBeTruthy()
  })

  it('shows a skeleton, then an error, and can retry', async () => {
    const { user } = await renderPage({ failures: 1 })
    expect((await screen.findByRole('status')).textContent).toContain('Loading')
    expect((await screen.findByRole('alert')).textContent).toContain('Your membership could not be loaded')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await region('Starter')).toBeTruthy()
  })
})

describe('buying', () => {
  it.each(['none', 'starter', 'code', 'extra_minutes', 'unlimited'] as const)(
    'is nowhere on the page of %s where nothing can be bought',
    async (name) => {
      await renderPage(states[name])
      const questions = await region('Questions')
      // The group of the trial says that nothing is charged (A§2).
      const groups = within(questions)
        .getAllByRole('group')
        .filter((group) => group.tagName === 'DIV')
      expect(groups.map((group) => group.getAttribute('aria-label'))).toEqual([
        'Free trial',
        'Plans and minutes',
        'Activation code',
      ])
      groups[0]!.remove()
      expect(document.body.textContent).not.toMatch(BUYING)
      expect(screen.queryByRole('link', { name: 'Get a device' })).toBeNull()
      expect(screen.getAllByRole('link').filter((link) => /purchase|billings/.test(link.getAttribute('href')!))).toEqual([])
      expect(screen.getByRole('textbox', { name: 'Code' })).toBeTruthy()
    },
  )

  it('is linked where plans can be bought', async () => {
    await renderPage(states.trial)
    await region('Questions')
    const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
    expect(['Payment history', 'Compare plans', 'Buy minutes'].map(hrefOf)).toEqual([
      '/member/billings',
      '/member/purchase?from=centre',
      '/member/purchase?from=quota_hour',
    ])
    expect(screen.getByText('How do I change my plan?')).toBeTruthy()
  })

  it('opens the details for an event whose type ends in _detail (A§2)', async () => {
    const { address } = await renderPage({}, { initialUrl: '/member/index?from=card_detail' })
    await waitFor(() => expect(address()).toBe('/member/manage'))
  })
})

describe('recent use', () => {
  it('lists what is being transcribed, used and returned, newest first', async () => {
    await renderPage(states.starter)
    const table = await screen.findByRole('table', { name: 'Recent use' })
    const rows = within(table)
      .getAllByRole('row')
      .map((row) => [...row.querySelectorAll('td')].map((cell) => textOf(cell)))
    // On a phone the date stands below the name.
    expect(rows.slice(1, 5).map(([name, day, minutes]) => [name!.replace(day!, ''), minutes])).toEqual([
      ['Budget review, fourth quarterTranscribing', '72'],
      ['Interview with Dr. Okafor', '10'],
      ['Stand-up, Thursday', '29'],
      ['Call with the landlord9 minutes returned', '0'],
    ])
    expect(rows).toHaveLength(8)
    expect(within(table).getByRole('link', { name: 'Stand-up, Thursday' }).getAttribute('href')).toBe('/file/f1')
    expect(screen.getByRole('link', { name: 'All use' }).getAttribute('href')).toBe('/member/history')
  })

  it('saves every change of the minutes as CSV, in which no cell is a formula', async () => {
    const entries = Array.from({ length: 201 }, (_, n) => ({
      id: `e${n}`,
      kind: 'use' as const,
      seconds: 90,
      file_id: null,
      at: 1_700_000_000 - n,
      file_name: n === 0 ? '=HYPERLINK("https://evil.example")' : n === 1 ? ' @sum(1)' : 'Talk, "first"',
    }))
    const blobs: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${blobs.push(blob as Blob)}`)
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    const { user } = await renderPage({ entries })
    await user.click(await screen.findByRole('button', { name: 'Download CSV' }))
    await waitFor(() => expect(blobs).toHaveLength(1))
    const lines = (await blobs[0]!.text()).split('\r\n')
    expect(lines.slice(0, 4)).toEqual([
      '"Recording","Date","Change","Minutes"',
      `"'=HYPERLINK(""https://evil.example"")","2023-11-14T22:13:20.000Z","Used","1.50"`,
      `"' @sum(1)","2023-11-14T22:13:19.000Z","Used","1.50"`,
      '"Talk, ""first""","2023-11-14T22:13:18.000Z","Used","1.50"',
    ])
    expect(lines).toHaveLength(203)
    vi.restoreAllMocks()
  })

  it('is empty before the first use', async () => {
    await renderPage()
    expect(await screen.findByText('No minutes used yet.')).toBeTruthy()
  })
})

describe('questions', () => {
  it('open to their answers', async () => {
    const { user } = await renderPage()
    const question = await screen.findByText('What counts as a minute?')
    expect(question.closest('details')?.open).toBe(false)
    await user.click(question)
    expect(question.closest('details')?.open).toBe(true)
    expect(screen.getByRole('link', { name: 'More questions' }).getAttribute('href')).toBe('/appfaq')
    expect(screen.getByRole('link', { name: 'User agreement' }).getAttribute('href')).toBe('/user-agreement')
  })
})

describe('an activation code', () => {
  const enter = async (code: string, redeem: (code: string) => { tier: 'pro'; expire_time: number }) => {
    const view = await renderPage({ redeem })
    await view.user.type(await screen.findByRole('textbox', { name: 'Code' }), `${code}{Enter}`)
    return view
  }

  it('is redeemed, and the membership is loaded again', async () => {
    const codes: string[] = []
    const { requests } = await enter(' abcd-1234 ', (code) => {
      codes.push(code)
      return { tier: 'pro', expire_time: 4_102_444_800 }
    })
    expect(await screen.findByText(/^Pro is active until (December 31, 2099|January 1, 2100)\.$/)).toBeTruthy()
    expect(codes).toEqual(['abcd-1234'])
    await waitFor(() => expect(requests.filter((request) => request === 'GET /user/me')).toHaveLength(2))
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Code' }).value).toBe('')
  })

  it.each([
    [-20, 'This code does not exist. Check it and enter it again.'],
    [-21, 'This code has already been used.'],
    [-22, 'Your plan already includes what this code gives. The code stays unused.'],
    [500, 'The server had a problem.'],
  ])('that is refused with %s says why and stays in the field', async (status, text) => {
    await enter('ABCD', () => {
      throw new MockError(status)
    })
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Code' })
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
    expect(document.body.textContent).toContain(text)
    expect(field.value).toBe('ABCD')
    fireEvent.change(field, { target: { value: 'ABCDE' } })
    await waitFor(() => expect(document.body.textContent).not.toContain(text))
  })

  it('is needed to redeem one', async () => {
    const { user, requests } = await renderPage()
    await user.click(await screen.findByRole('button', { name: 'Redeem' }))
    expect(await screen.findByText('Enter a code.')).toBeTruthy()
    expect(requests.some((request) => request.startsWith('POST'))).toBe(false)
  })
})
