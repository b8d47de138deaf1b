import { screen, waitFor, within } from '@testing-library/react'
import { act } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { mockServer } from '#test/screens/mockServer.ts'
import { type TemplatesState, aTemplate, mockTemplates } from '#test/screens/mockTemplates.ts'
import { loadMessages, renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { TemplatePicker } from '../../web.tsx'
import type { ChosenTemplate } from '../card/templateTexts.ts'

const MEETING = aTemplate({ id: 'MEETING', name: 'Meeting', custom_type: 'system' })
const LOCKED = aTemplate({ id: 'BOARD', name: 'Board minutes', custom_type: 'system', is_locked: 1 })
const CODED = aTemplate({ id: 'coded', name: 'Research interview, coded' })
const OWN = aTemplate({ id: 'own', name: 'Field notes', custom_type: 'custom' })

async function showPicker(state: TemplatesState = {}) {
  const chosen: ChosenTemplate[] = []
  const closed = vi.fn<() => void>()
  const mock = mockTemplates({ templates: [MEETING, LOCKED, CODED, OWN], tries: 3, ...state })
  mockServer(mock.handlers)
  const view = await renderWithProviders(
    <TemplatePicker
      open
      onClose={closed}
      value={{ id: 'coded', type: 'community' }}
      onChange={(template) => chosen.push(template)}
    />,
  )
  await act(() => loadMessages('templates'))
  const dialog = await screen.findByRole('dialog', { name: 'All templates' })
  return { ...view, ...mock, chosen, closed, dialog }
}

const options = (dialog: HTMLElement) =>
  within(dialog)
    .getAllByRole('option')
    .map((option) => option.querySelector('.truncate')?.textContent)

afterEach(() => vi.unstubAllGlobals())

describe('the picker of templates (B§2)', () => {
  it('lists what was used last with the current one, own, official and community templates, each once', async () => {
    const { dialog } = await showPicker()
    await within(dialog).findByRole('listbox', { name: 'All templates' })
    expect(
      within(dialog)
        .getAllByRole('group')
        .map((group) => group.getAttribute('aria-label')),
    ).toEqual(['Categories', 'Recently used', 'Mine', 'From Earshot'])
    expect(options(dialog)).toEqual(['Research interview, coded', 'Meeting', 'Field notes', 'Board minutes'])
    expect(within(within(dialog).getByRole('option', { name: /coded/ })).getByLabelText('Chosen')).toBeTruthy()
    expect(await axeViolations()).toEqual([])
  })

  it('is used with the keyboard: the field keeps the focus, arrows move, Enter chooses', async () => {
    const { user, dialog, chosen, closed } = await showPicker()
    await within(dialog).findByRole('listbox')
    const field = within(dialog).getByRole('combobox', { name: 'Search templates' })
    await waitFor(() => expect(document.activeElement).toBe(field))
    await user.keyboard('{ArrowDown}{ArrowDown}')
    const option = within(dialog).getByRole('option', { name: /Field notes/ })
    expect(field.getAttribute('aria-activedescendant')).toBe(option.id)
    await user.keyboard('{Enter}')
    expect(chosen).toEqual([{ id: 'own', type: 'custom', name: 'Field notes' }])
    expect(closed).toHaveBeenCalledOnce()
  })

  it('finds by words, and says when there is nothing', async () => {
    const { user, dialog } = await showPicker()
    await within(dialog).findByRole('listbox')
    await user.keyboard('meet')
    await waitFor(() => expect(options(dialog)).toEqual(['Meeting']))
    await user.keyboard('zzz')
    expect(await within(dialog).findByText('No template matches. Try other words.')).toBeTruthy()
    expect(await axeViolations()).toEqual([])
  })

  it.each([
    [false, ['Automatic', 'Meeting']],
    [true, ['Meeting']],
  ])('offers the automatic choice unless a template is needed: %s', async (withoutAutomatic, names) => {
    const automatic = aTemplate({ id: 'AUTO-SELECT', name: 'Automatic', custom_type: 'system' })
    mockServer(mockTemplates({ templates: [automatic, MEETING] }).handlers)
    const props = { open: true, value: null, withoutAutomatic, onClose: () => {}, onChange: () => {} }
    await renderWithProviders(<TemplatePicker {...props} />)
    await act(() => loadMessages('templates'))
    const dialog = await screen.findByRole('dialog', { name: 'All templates' })
    await within(dialog).findByRole('listbox')
    expect(options(dialog)).toEqual(names)
  })

  it('says how often a locked template can be tried, and lets it be chosen then', async () => {
    const { user, dialog, chosen } = await showPicker({ tries: 2 })
    const option = await within(dialog).findByRole('option', { name: /Board minutes/ })
    expect(option.textContent).toContain('Locked. 2 tries left')
    await user.click(option)
    expect(chosen).toHaveLength(1)
  })

  it('does not choose a locked template that cannot be tried any more', async () => {
    const { user, dialog, chosen } = await showPicker({ tries: 0 })
    const option = await within(dialog).findByRole('option', { name: /Board minutes/ })
    await waitFor(() => expect(option.getAttribute('aria-disabled')).toBe('true'))
    expect(option.textContent).toContain('Not included in your plan')
    await user.click(option)
    expect(chosen).toEqual([])
  })

  it('shows an error with a way to retry', async () => {
    const { user, dialog, state } = await showPicker({ isDown: true })
    expect((await within(dialog).findByRole('alert')).textContent).toContain('The templates could not be loaded')
    state.isDown = false
    await user.click(within(dialog).getByRole('button', { name: 'Try again' }))
    expect(await within(dialog).findByRole('listbox')).toBeTruthy()
  })
})
