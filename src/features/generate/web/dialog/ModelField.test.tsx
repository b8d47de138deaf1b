import { screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { AUTO_MODEL, generateDialogHandlers, OTHER_MODEL } from '#test/screens/generateHandlers.ts'
import { mockServer } from '#test/screens/mockServer.ts'
import { loadMessages, renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { signInAs } from '#test/screens/signInAs.ts'
import { ModelField } from './ModelField.tsx'

beforeEach(async () => {
  await loadMessages('generateDialog')
  signInAs('u1')
})
afterEach(() => vi.unstubAllGlobals())

const PRECISE = {
  model_name: 'claude',
  name: 'Precise',
  des: 'For long recordings · Runs on another server.',
  isBeta: false,
  is_inner: false,
}

function Field() {
  const [model, setModel] = useState('auto')
  return <ModelField value={model} onChange={setModel} />
}

describe('the choice of the model (B§3, B§4)', () => {
  it('shows each name with its description and beta badge, and says what the chosen one is', async () => {
    mockServer(generateDialogHandlers({ models: [{ ...AUTO_MODEL, des: 'The default: Precise.' }, PRECISE, OTHER_MODEL] }))
    const first = await renderWithProviders(<Field />)
    // The first time it says what the choice is.
    expect(await screen.findByText(/^Auto uses the model that/)).toBeTruthy()
    first.unmount()
    const { user } = await renderWithProviders(<Field />)
    expect(await screen.findByText('The default: Precise.')).toBeTruthy()
    await user.click(screen.getByRole('combobox', { name: 'Model' }))
    const option = async (name: RegExp) => within(await screen.findByRole('option', { name }))
    expect((await option(/Qwen 3/)).getByText('beta')).toBeTruthy()
    expect((await option(/Qwen 3/)).getByText('On this machine')).toBeTruthy()
    expect((await option(/Precise.*For long recordings/)).queryByText('beta')).toBeNull()
    expect(await axeViolations()).toEqual([])
    await user.click(screen.getByRole('option', { name: /Precise.*For long/ }))
    const field = screen.getByRole('combobox', { name: 'Model' })
    expect(field.textContent).toContain('Precise')
    const hintId = field.getAttribute('aria-describedby')?.split(' ').at(-1) ?? ''
    expect(document.getElementById(hintId)?.textContent).toBe(PRECISE.des)
  })
})
