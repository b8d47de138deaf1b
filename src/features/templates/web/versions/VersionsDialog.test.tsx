import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { WithMembership } from '#test/screens/FeatureScreen.tsx'
import { mockServer } from '#test/screens/mockServer.ts'
import { type TemplatesState, aTemplate, aVersion, mockTemplates } from '#test/screens/mockTemplates.ts'
import { loadMessages, renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { signInAs } from '#test/screens/signInAs.ts'
import type { TemplateItem } from '../../contract.ts'
import { VersionsDialog } from './VersionsDialog.tsx'

const OWN = aTemplate({ id: 'own', name: 'Field notes', custom_type: 'custom', version: 2 })
const SHARED = aTemplate({ id: 'shared', name: 'Field notes', is_mine: true, version: 3 })
const OWN_VERSIONS = [
  aVersion({ version: 2, is_current: true, content: '# Themes\nWith {{Speakers}}.' }),
  aVersion({ version: 1, name: 'First name', content: '# In short\nOne sentence.' }),
]
const SHARED_VERSIONS = [
  aVersion({ version: 4, is_current: true, status: 'in_review' }),
  aVersion({ version: 3, status: 'rejected', comment: 'Too vague.' }),
  aVersion({ version: 2, status: 'published' }),
  aVersion({ version: 1, status: 'was_published' }),
]

async function showVersions(template: TemplateItem, state: Partial<TemplatesState> = {}) {
  signInAs('u1')
  const mock = mockTemplates({ me: { membership_type: 'pro' }, templates: [template], ...state })
  mockServer(mock.handlers)
  const view = await renderWithProviders(
    <WithMembership>
      <VersionsDialog open onClose={vi.fn<() => void>()} template={template} />
    </WithMembership>,
  )
  await act(() => loadMessages('templates'))
  return { ...view, ...mock }
}

const row = (version: number) => screen.findByRole('button', { name: new RegExp(`^Version ${version}(?!\\d)`) })
const restoreButton = () => screen.getByRole('button', { name: 'Restore this version' })

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

describe('the versions of a template', () => {
  it('are listed newest first; the one before the present one is open, and others are read by keyboard', async () => {
    const { user } = await showVersions(OWN, { versions: OWN_VERSIONS })
    const [second, first] = [await row(2), await row(1)]
    expect(second.textContent).toContain('Current')
    expect(first.getAttribute('aria-expanded')).toBe('true')
    expect(screen.getByText('First name')).toBeTruthy()
    expect(screen.getByText(/One sentence/)).toBeTruthy()
    expect(await axeViolations()).toEqual([])
    second.focus()
    await user.keyboard('{Enter}')
    expect(second.getAttribute('aria-expanded')).toBe('true')
    expect(first.getAttribute('aria-expanded')).toBe('false')
    // A field is a chip in the language of the reader.
    expect(screen.getByText('Speakers')).toBeTruthy()
    // The present version cannot be restored.
    expect(screen.queryByRole('button', { name: 'Restore this version' })).toBeNull()
  })

  it('are restored as a new one', async () => {
    const { user, calls } = await showVersions(OWN, { versions: OWN_VERSIONS })
    await row(1)
    await user.click(restoreButton())
    expect(await screen.findByText('Version restored')).toBeTruthy()
    expect(calls).toEqual([{ name: 'restore', body: { id: 'own', version: 1 } }])
    expect((await row(3)).textContent).toContain('Current')
  })

  it('of the community say what became of them and what the reviewer wrote (B§4), and are submitted again', async () => {
    const { user } = await showVersions(SHARED, { versions: SHARED_VERSIONS })
    const texts = within(await screen.findByRole('list', { name: 'Versions' }))
    for (const [version, status] of [
      [4, 'In review'],
      [3, 'Rejected'],
      [2, 'Published'],
      [1, 'Published before'],
    ] as const)
      expect((await row(version)).textContent).toContain(status)
    expect(texts.getByText('Too vague.')).toBeTruthy()
    expect(screen.getByText('Restoring a version submits it for review. The others stay.')).toBeTruthy()
    expect(await axeViolations()).toEqual([])
    await user.click(await row(1))
    await user.click(restoreButton())
    expect(await screen.findByText('Version submitted for review')).toBeTruthy()
    expect((await row(5)).textContent).toContain('In review')
  })

  it('that are not there yet are named', async () => {
    await showVersions(OWN, { versions: OWN_VERSIONS.slice(0, 1) })
    expect(await screen.findByText('There is no earlier version yet.')).toBeTruthy()
  })

  it('can be read but not restored without the right', async () => {
    await showVersions(OWN, { versions: OWN_VERSIONS, me: { membership_type: 'starter' } })
    await row(1)
    await waitFor(() => expect(restoreButton().getAttribute('aria-disabled')).toBe('true'))
  })

  it.each([
    [-1, 'Your plan does not include templates of your own.'],
    [-21, 'The text has links or addresses. Remove them before you share it.'],
    [500, 'The version could not be restored.'],
  ])('say why %d keeps one from being restored', async (refusal, message) => {
    const { user } = await showVersions(OWN, { versions: OWN_VERSIONS, refusal })
    await row(1)
    await user.click(restoreButton())
    expect((await screen.findAllByText(message, { exact: false })).length).toBeGreaterThan(0)
  })

  it.each([{ isDown: true }, { isUnreachable: true }])('that cannot be loaded can be tried again (%j)', async (failure) => {
    const { user, state } = await showVersions(OWN, { versions: OWN_VERSIONS, ...failure })
    expect(await screen.findByText('The versions could not be loaded', {}, { timeout: 5000 })).toBeTruthy()
    Object.assign(state, { isDown: false, isUnreachable: false })
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await row(2)).toBeTruthy()
  })
})
