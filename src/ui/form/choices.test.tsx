import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { Checkbox } from './Checkbox.tsx'
import { Combobox } from '../select/Combobox.tsx'
import { Dialog } from '../dialog/Dialog.tsx'
import { RadioGroup } from './RadioGroup.tsx'

const LANGUAGES = [
  { value: 'ar', label: 'Arabic', hint: 'العربية' },
  { value: 'de', label: 'German', hint: 'Deutsch' },
  { value: 'es', label: 'Spanish', hint: 'español', keywords: 'Castilian' },
  { value: 'fr', label: 'French', hint: 'français' },
]
const FORMATS = [
  { value: 'txt', label: 'Plain text' },
  { value: 'srt', label: 'Subtitles', hint: 'With times' },
  { value: 'pdf', label: 'PDF', disabledReason: 'There is no summary yet' },
] as const

function Language({ readOnly = false, error }: { readOnly?: boolean; error?: string }) {
  const [value, setValue] = useState<string | null>('de')
  return (
    <Combobox
      label="Language"
      hint="Spoken"
      error={error}
      readOnly={readOnly}
      options={LANGUAGES}
      value={value}
      onChange={setValue}
    />
  )
}

function Format({ variant = 'list' }: { variant?: 'list' | 'cards' | 'segments' }) {
  const [value, setValue] = useState<'txt' | 'srt' | 'pdf' | null>(null)
  return <RadioGroup label="Format" variant={variant} hint="Of all of it" options={FORMATS} value={value} onChange={setValue} />
}

const combobox = () => screen.getByRole('combobox', { name: 'Language' })
const offeredOptions = () =>
  within(screen.getByRole('listbox'))
    .getAllByRole('option')
    .map((option) => option.textContent)

describe('Combobox', () => {
  it.each([
    ['GERM', ['GermanDeutsch']],
    ['espanol', ['Spanishespañol']],
    ['castil', ['Spanishespañol']],
    ['a', ['Arabicالعربية', 'GermanDeutsch', 'Spanishespañol', 'Frenchfrançais']],
  ])('finds %s by label, hint or keywords, ignoring case and accents', async (typed, found) => {
    const { user } = await renderWithProviders(<Language />)
    await user.click(combobox())
    await user.type(await screen.findByRole('combobox', { name: 'Search' }), typed)
    await waitFor(() => expect(offeredOptions()).toEqual(found))
  })

  it('picks the first match on Enter and returns the focus', async () => {
    const { user } = await renderWithProviders(<Language />)
    await user.click(combobox())
    await user.type(await screen.findByRole('combobox', { name: 'Search' }), 'fr{Enter}')
    await waitFor(() => expect(combobox().textContent).toBe('French'))
    await waitFor(() => expect(document.activeElement).toBe(combobox()))
  })

  it('says that nothing was found; Esc keeps the value and does not close the dialog around it', async () => {
    const closed: string[] = []
    const { user } = await renderWithProviders(
      <Dialog open title="Generate" onClose={() => closed.push('dialog')}>
        <Language />
      </Dialog>,
    )
    await user.click(await screen.findByRole('combobox', { name: 'Language' }))
    await user.type(await screen.findByRole('combobox', { name: 'Search' }), 'qqq')
    expect(await screen.findByText('No results')).toBeTruthy()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
    expect(combobox().textContent).toBe('German')
    expect(closed).toEqual([])
  })

  it('opens but keeps its value when it is read-only', async () => {
    const { user } = await renderWithProviders(<Language readOnly />)
    await user.click(combobox())
    await user.click(await screen.findByRole('option', { name: /French/ }))
    expect(combobox().textContent).toBe('German')
    expect(combobox().getAttribute('aria-readonly')).toBe('true')
  })

  it('exposes its error to screen readers, and passes axe closed and open', async () => {
    const { user } = await renderWithProviders(<Language error="Not this one." />)
    await waitFor(() =>
      expect(document.getElementById(combobox().getAttribute('aria-describedby') ?? '')?.textContent).toBe('Not this one.'),
    )
    expect(await axeViolations()).toEqual([])
    await user.click(combobox())
    await screen.findByRole('listbox', { name: 'Language' })
    expect(await axeViolations()).toEqual([])
  })
})

describe('RadioGroup', () => {
  it.each(['list', 'cards', 'segments'] as const)(
    'is one tab stop as %s; arrows select and skip disabled options',
    async (variant) => {
      const { user } = await renderWithProviders(<Format variant={variant} />)
      await user.tab()
      await user.keyboard(' ')
      const [text, subtitles, pdf] = screen.getAllByRole('radio')
      expect(text?.getAttribute('aria-checked')).toBe('true')
      await user.keyboard('{ArrowDown}')
      await waitFor(() => expect(document.activeElement).toBe(subtitles))
      expect(subtitles?.getAttribute('aria-checked')).toBe('true')
      await user.keyboard('{ArrowDown}')
      await waitFor(() => expect(document.activeElement).toBe(text))
      await user.click(pdf!)
      expect(pdf?.getAttribute('aria-checked')).toBe('false')
      expect(await axeViolations()).toEqual([])
    },
  )

  it('exposes name, hint and disabled reason of each option', async () => {
    await renderWithProviders(<Format />)
    expect(screen.getByRole('radiogroup', { name: 'Format', description: 'Of all of it' })).toBeTruthy()
    expect(screen.getByRole('radio', { name: 'Subtitles', description: 'With times' })).toBeTruthy()
    expect(screen.getByRole('radio', { name: 'PDF', description: 'There is no summary yet' }).ariaDisabled).toBe('true')
  })
})

describe('Checkbox', () => {
  it('toggles on Space and on a click on its label, and exposes the mixed state', async () => {
    function Parts() {
      const [all, setAll] = useState(false)
      return (
        <>
          <Checkbox label="Take along" hint="All of it" checked={all} indeterminate={!all} onChange={setAll} />
          <Checkbox label="Agreed" readOnly checked onChange={() => setAll(false)} />
        </>
      )
    }
    const { user } = await renderWithProviders(<Parts />)
    const checkbox = screen.getByRole('checkbox', { name: 'Take along', description: 'All of it' })
    expect(checkbox.getAttribute('aria-checked')).toBe('mixed')
    await user.tab()
    await user.keyboard(' ')
    expect(checkbox.getAttribute('aria-checked')).toBe('true')
    await user.click(screen.getByRole('checkbox', { name: 'Agreed' }))
    expect(checkbox.getAttribute('aria-checked')).toBe('true')
    await user.click(screen.getByText('Take along'))
    expect(checkbox.getAttribute('aria-checked')).toBe('mixed')
    expect(await axeViolations()).toEqual([])
  })
})
