import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { createRecording } from '#test/screens/createRecording.ts'
import { WithMembership } from '#test/screens/FeatureScreen.tsx'
import { mockServer } from '#test/screens/mockServer.ts'
import { type TemplatesState, aTemplate, aVersion, mockTemplates } from '#test/screens/mockTemplates.ts'
import { loadMessages, renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { signInAs } from '#test/screens/signInAs.ts'
import { withRouter } from '#test/screens/withRouter.tsx'
import { paths } from '#shared/paths.ts'
import { getLastTemplate } from '../use/lastTemplate.ts'
import { TemplatesPage } from './TemplatesPage.tsx'

const PRO = { membership_type: 'pro' as const }
const OFFICIAL = aTemplate({
  id: 'INTERVIEW',
  name: 'Interview, questions and answers',
  custom_type: 'system',
  usage_count: 12_480,
})
const CODED = aTemplate({ id: 'coded', name: 'Research interview, coded', usage_count: 3206, version: 4 })
const LOCKED = aTemplate({ id: 'BOARD', name: 'Board minutes', custom_type: 'system', is_locked: 1, category_id: 'cat_meeting' })
const OWN = aTemplate({ id: 'own', name: 'Field notes', custom_type: 'custom', author_name: 'Lena' })
const RECORDING = createRecording({ is_trans: true })

async function showPage(state: Partial<TemplatesState> = {}, address: string = paths.templates()) {
  signInAs('u1')
  const mock = mockTemplates({ me: PRO, files: [RECORDING], templates: [OFFICIAL, CODED, LOCKED, OWN], ...state })
  const { requests } = mockServer(mock.handlers)
  const { page, address: currentAddress } = withRouter(
    <WithMembership>
      <TemplatesPage />
    </WithMembership>,
    address,
  )
  const view = await renderWithProviders(page)
  await act(() => loadMessages('templates'))
  return { ...view, ...mock, requests, address: currentAddress }
}

const openCard = async (user: Awaited<ReturnType<typeof showPage>>['user'], name: RegExp, list = 'Today') => {
  const section = await screen.findByRole('list', { name: list })
  await user.click(within(section).getByRole('button', { name }))
  return screen.findByRole('dialog')
}

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

describe('the templates page (B§2)', () => {
  it('shows what fits a recording and why, this week, today and what was used', async () => {
    await showPage()
    expect(await screen.findByRole('heading', { name: 'Recommended for “Interview with Dr. Okafor”' })).toBeTruthy()
    expect(await screen.findByText('2 speakers, many questions')).toBeTruthy()
    for (const name of ['This week', 'Today', 'Recently used']) expect(screen.getByRole('heading', { name })).toBeTruthy()
    const today = await screen.findByRole('list', { name: 'Today' })
    const card = within(today).getByRole('button', { name: /Interview, questions/ })
    expect(card.textContent).toContain('Earshot')
    expect(card.textContent).toContain('Used 12,480 times')
    expect(within(card).getByLabelText('official')).toBeTruthy()
    expect(within(within(today).getByRole('button', { name: /Board/ })).getByLabelText('Locked')).toBeTruthy()
    expect(await axeViolations()).toEqual([])
  })

  it('sends the recording it stands on for the week, and repeats nothing of what fits that recording (B§7)', async () => {
    const { state } = await showPage()
    const week = await screen.findByRole('list', { name: 'This week' })
    expect(within(week).getAllByRole('button')).toHaveLength(1)
    expect(within(week).getByRole('button', { name: /Field notes/ })).toBeTruthy()
    expect(state.weeklyFor).toBe(RECORDING.id)
  })

  it('shows the week as it is without a recording', async () => {
    const { state } = await showPage({ files: [] })
    const week = await screen.findByRole('list', { name: 'This week' })
    expect(within(week).getAllByRole('button')).toHaveLength(4)
    expect(state.weeklyFor).toBeUndefined()
  })

  it('counts what can be found, and the own templates', async () => {
    await showPage()
    expect(await screen.findByRole('searchbox', { name: 'Search 4 templates' })).toBeTruthy()
    expect((await screen.findByRole('tab', { name: /Mine/ })).textContent).toBe('Mine1')
  })

  it('searches, filters by category, and says when nothing matches', async () => {
    const { user } = await showPage()
    const field = await screen.findByRole('searchbox')
    await user.type(field, 'coded')
    const found = await screen.findByRole('list', { name: 'Templates found' })
    await waitFor(() => expect(within(found).getAllByRole('button')).toHaveLength(1))
    await user.clear(field)
    await user.click(screen.getByRole('button', { name: 'Meeting' }))
    await waitFor(() => expect(screen.getByRole('list', { name: 'Templates found' }).textContent).toContain('Board minutes'))
    await user.type(field, 'zzz')
    expect(await screen.findByText('No template matches. Try other words.')).toBeTruthy()
  })

  it('loads the next page when the end comes near', async () => {
    const many = Array.from({ length: 5 }, (_, n) => aTemplate({ id: `t${n}`, name: `Template ${n}` }))
    const { user, requests } = await showPage({ templates: many, pageSize: 2 })
    await user.click(await screen.findByRole('tab', { name: 'Community' }))
    await waitFor(() => expect(screen.getAllByRole('button', { name: /^Template/ })).toHaveLength(5))
    const pages = requests
      .filter((request) => request.includes('/summary/chatllm/templates?'))
      .map((request) => /page=(\d)/.exec(request)?.[1])
    expect(pages).toEqual(['1', '2', '3'])
  })

  it('recommends for another recording', async () => {
    const other = createRecording({ id: 'b'.repeat(32), filename: 'Stand-up', is_trans: true, opened_time: 1 })
    const { user, requests } = await showPage({ files: [RECORDING, other] })
    await user.click(await screen.findByRole('button', { name: 'Choose another' }))
    const dialog = await screen.findByRole('dialog', { name: 'Choose a recording' })
    await user.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(dialog.isConnected).toBe(false))
    expect(await screen.findByRole('heading', { name: 'Recommended for “Stand-up”' })).toBeTruthy()
    expect(requests.some((request) => request.includes(`file_id=${'b'.repeat(32)}`))).toBe(true)
  })

  it('translates a second after the switch (B§5), and only where the server can', async () => {
    const { user, requests } = await showPage({ canTranslate: true })
    const toggle = await screen.findByRole('switch', { name: 'Show in English' })
    await user.click(await screen.findByRole('tab', { name: 'Community' }))
    await screen.findByRole('list', { name: 'Templates found' })
    const withoutTranslation = () =>
      requests.filter((request) => request.startsWith('GET /summary/chatllm/templates?') && !request.includes('language_trans'))
    expect(withoutTranslation()).toEqual([])
    await user.click(toggle)
    expect(withoutTranslation()).toEqual([])
    await waitFor(() => expect(withoutTranslation()).toHaveLength(1))
  })

  it('shows an error with a way to retry', async () => {
    const { user, state } = await showPage({ isDown: true })
    expect((await screen.findByRole('alert')).textContent).toContain('The templates could not be loaded')
    state.isDown = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('list', { name: 'This week' })).toBeTruthy()
  })
})

it('says that the server cannot be reached', async () => {
  const { state } = await showPage({ isUnreachable: true })
  expect(state.isUnreachable).toBe(true)
  expect((await screen.findByRole('alert')).textContent).toContain('The server cannot be reached')
})

describe('the details of a template', () => {
  it('say what it produces, in a popover below the card that gives the focus back', async () => {
    const { user } = await showPage()
    const dialog = await openCard(user, /coded/)
    expect(dialog.textContent).toContain('Ines Moreau · Interview · Version 4')
    expect(await within(dialog).findByText('Five at most, by how often they come up')).toBeTruthy()
    expect(within(dialog).getByText('Opens as the tab “Themes”')).toBeTruthy()
    expect(await axeViolations()).toEqual([])
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Research interview, coded'))
  })

  it('open from the address, and say when the template is not there', async () => {
    await showPage({}, paths.templates({ template_id: 'coded' }))
    expect(await screen.findByRole('dialog', { name: 'Research interview, coded' })).toBeTruthy()
  })

  it('say when the template of the address is not there', async () => {
    await showPage({}, paths.templates({ template_id: 'gone' }))
    expect(await screen.findByText('This template does not exist, or is no longer published.')).toBeTruthy()
  })

  it('choose the template for a recording', async () => {
    const { user, address } = await showPage()
    await user.click(within(await openCard(user, /coded/)).getByRole('button', { name: 'Use' }))
    await screen.findByRole('dialog', { name: 'Use on which recording?' })
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe(paths.file(RECORDING.id)))
    expect(getLastTemplate('u1')).toEqual({ id: 'coded', type: 'community', name: 'Research interview, coded' })
  })

  it('try the template on a recording', async () => {
    const { user, calls } = await showPage()
    await user.click(within(await openCard(user, /coded/)).getByRole('button', { name: 'Try on a recording' }))
    const dialog = await screen.findByRole('dialog', { name: 'Research interview, coded' })
    await user.click(await within(dialog).findByRole('button', { name: 'Try' }))
    expect(await within(dialog).findByText('The nurses stayed.')).toBeTruthy()
    expect(dialog.textContent).toContain('qwen3:8b · used no minutes')
    expect(within(dialog).getByText('not found in the recording')).toBeTruthy()
    expect(calls).toEqual([{ name: 'try', body: { file_id: RECORDING.id, template_id: 'coded', type: 'community' } }])
    expect(await axeViolations()).toEqual([])
  })

  it('say how often a locked template can be tried', async () => {
    const { user } = await showPage({ me: { membership_type: 'starter' }, tries: 2 })
    const dialog = await openCard(user, /Board/)
    expect(await within(dialog).findByText('Locked. 2 tries left')).toBeTruthy()
  })

  it('do not offer a locked template whose tries are used up', async () => {
    const { user } = await showPage({ me: { membership_type: 'starter' }, tries: 0 })
    const dialog = await openCard(user, /Board/)
    const use = within(dialog).getByRole('button', { name: 'Use' })
    await waitFor(() => expect(use.getAttribute('aria-disabled')).toBe('true'))
  })

  it('say that the original of a copy has changed', async () => {
    const origin = { template_id: 'coded', custom_type: 'community' as const, version: 1, has_newer: true }
    const { user } = await showPage({ details: { own: { origin } } })
    expect((await openCard(user, /Field notes/, 'This week')).textContent).toContain('Field notes')
    expect(await screen.findByText('The original has a newer version.')).toBeTruthy()
  })

  it('make an own copy, which opens in the editor (B§4 Personalize)', async () => {
    const { user, calls } = await showPage()
    await user.click(within(await openCard(user, /coded/)).getByRole('button', { name: 'More actions' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Personalize' }))
    const editor = await screen.findByRole('dialog', { name: 'Edit template' })
    expect(within(editor).getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Research interview, coded')
    expect(calls).toEqual([{ name: 'copy', body: { template_id: 'coded', language_os: 'en_US' } }])
  })
})

describe('the own templates', () => {
  it('show the status of a submission and what the reviewer wrote (B§4)', async () => {
    const rejected = aTemplate({ id: 'r', name: 'My retro', is_mine: true, status: 'rejected', comment: 'Name the sections.' })
    const { user } = await showPage({ templates: [OWN, rejected] })
    await user.click(await screen.findByRole('tab', { name: /Mine/ }))
    const list = await screen.findByRole('list', { name: 'Mine' })
    expect(within(list).getByText('Rejected')).toBeTruthy()
    await user.click(within(list).getByRole('button', { name: /My retro/ }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('The reviewer wrote: Name the sections.')
    expect(screen.getByText('1 of 30 private templates')).toBeTruthy()
  })

  it('lead to their versions', async () => {
    const versions = [aVersion({ version: 2, is_current: true }), aVersion({ version: 1 })]
    const { user } = await showPage({ versions })
    await user.click(await screen.findByRole('tab', { name: /Mine/ }))
    await user.click(within(await openCard(user, /Field notes/, 'Mine')).getByRole('button', { name: 'More actions' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Versions' }))
    const dialog = await screen.findByRole('dialog', { name: 'Versions of “Field notes”' })
    expect(await within(dialog).findByRole('button', { name: 'Restore this version' })).toBeTruthy()
  })

  it('are deleted after a confirmation, with a message (B§2, B§8)', async () => {
    const { user, calls } = await showPage()
    await user.click(await screen.findByRole('tab', { name: /Mine/ }))
    await user.click(within(await openCard(user, /Field notes/, 'Mine')).getByRole('button', { name: 'More actions' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    const confirmation = await screen.findByRole('alertdialog', { name: 'Delete “Field notes”?' })
    await user.click(within(confirmation).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Template deleted')).toBeTruthy()
    expect(calls).toEqual([{ name: 'remove', body: { id: 'own' } }])
    expect(await screen.findByText('Write your own template, or personalize one of the others.')).toBeTruthy()
  })
})

describe('a plan without templates', () => {
  const STARTER = { membership_type: 'starter' as const }

  it('says so, without any offer where nothing can be bought', async () => {
    const { user } = await showPage({ me: STARTER })
    await user.click(await screen.findByRole('tab', { name: 'Community' }))
    expect(await screen.findByText('Your plan does not include the template community.')).toBeTruthy()
    expect(screen.queryByRole('link')).toBeNull()
    expect(screen.getByRole('button', { name: 'New template' }).getAttribute('aria-disabled')).toBe('true')
  })

  it('leads to the plans where they can be bought', async () => {
    const { user } = await showPage({ me: STARTER, account: { can_buy: true } })
    await user.click(await screen.findByRole('tab', { name: 'Community' }))
    expect((await screen.findByRole('link', { name: 'See plans' })).getAttribute('href')).toBe('/member/purchase?from=templates')
  })
})

it('leads reviewers to what waits', async () => {
  const waiting = aTemplate({ id: 'w', name: 'Waiting', status: 'in_review' })
  await showPage({ templates: [OFFICIAL, waiting], isReviewer: true })
  expect(await screen.findByText('1 template waits for review')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Review' })).toBeTruthy()
})
