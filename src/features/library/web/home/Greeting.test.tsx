import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { mockAppServer } from '#test/screens/mockAppServer.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import type { Locale } from '#shared/locales.ts'
import { Greeting } from './Greeting.tsx'
import { getGreeting } from './getGreeting.ts'

afterEach(() => vi.unstubAllGlobals())

const UNNAMED = { email: 'lena.brandt@example.org', nickname: 'lena.brandt', greet_by_name: null }

async function renderGreeting(me: Parameters<typeof mockAppServer>[0] & object, locale: Locale = 'en_US') {
  const server = mockAppServer(me)
  const view = await renderWithProviders(
    <main>
      <Greeting newSummaries={undefined} />
    </main>,
    { locale },
  )
  return { ...view, ...server }
}

const heading = () => screen.getByRole('heading', { level: 1 })
const nameField = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Your name' })
const changes = (requests: readonly string[]) => requests.filter((request) => request.startsWith('PATCH'))

describe('greeting', () => {
  it.each([
    [0, 'good_evening'],
    [4, 'good_evening'],
    [5, 'good_morning'],
    [11, 'good_morning'],
    [12, 'good_afternoon'],
    [17, 'good_afternoon'],
    [18, 'good_evening'],
    [23, 'good_evening'],
  ])('at hour %d is %s', (hour, greeting) => {
    expect(getGreeting(hour)).toBe(greeting)
  })

  it('contains the name of the user, and has the date below it', async () => {
    await renderGreeting({})
    await waitFor(() => expect(heading().textContent).toMatch(/^Good (morning|afternoon|evening), Lena$/))
    expect(screen.getByText(/^\w+day, \w+ \d+$/)).toBeTruthy()
  })

  it('has no name when the user skipped the question', async () => {
    await renderGreeting({ me: { ...UNNAMED, greet_by_name: false } })
    await waitFor(() => expect(heading().textContent).toMatch(/^Good (morning|afternoon|evening)$/))
    expect(screen.queryByRole('textbox')).toBeNull()
  })
})

describe('the question for the name', () => {
  it('suggests a name from the address, does not take the focus, and is answered with Enter', async () => {
    const { user, state } = await renderGreeting({ me: UNNAMED })
    const field = await nameField()
    expect(field.value).toBe('Lena')
    expect(document.activeElement).toBe(document.body)
    expect(screen.getByText(/^What should we call you/).textContent).toBe(
      'What should we call you? Asked once; change it in Settings.',
    )
    expect(screen.queryByText(/lena\.brandt/)).toBeNull()
    expect(await axeViolations()).toEqual([])
    await user.clear(field)
    await user.type(field, '  Lena B. {Enter}')
    await waitFor(() => expect(heading().textContent).toMatch(/, Lena B\.$/))
    expect(state.me).toMatchObject({ nickname: 'Lena B.', greet_by_name: true })
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(document.activeElement).toBe(heading())
    expect(await axeViolations()).toEqual([])
  })

  it.each([
    ['Skip', 'button'],
    ['Escape', 'key'],
  ])('is skipped with %s: the greeting then has no name', async (_, way) => {
    const { user, state } = await renderGreeting({ me: UNNAMED })
    const field = await nameField()
    if (way === 'button') await user.click(screen.getByRole('button', { name: 'Skip' }))
    else await user.type(field, '{Escape}')
    await waitFor(() => expect(heading().textContent).toMatch(/^Good (morning|afternoon|evening)$/))
    expect(state.me).toMatchObject({ nickname: 'lena.brandt', greet_by_name: false })
  })

  it('stays with a message when the name is empty or too long', async () => {
    const { user, requests } = await renderGreeting({ me: { ...UNNAMED, email: 'info@example.org' } })
    const field = await nameField()
    expect(field.value).toBe('')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Enter a name.')
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(await axeViolations()).toEqual([])
    await user.click(field)
    await user.paste('x'.repeat(81))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Use at most 80 characters.'))
    expect(changes(requests)).toEqual([])
  })

  it('stays with a message when the answer could not be saved', async () => {
    const { user, state } = await renderGreeting({ me: UNNAMED })
    await nameField()
    state.isDown = true
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect((await screen.findByRole('alert')).textContent).toMatch(/^The server had a problem/)
    state.isDown = false
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(heading().textContent).toMatch(/, Lena$/))
  })

  it('has the field where the name is in the greeting of the language', async () => {
    await renderGreeting({ me: UNNAMED }, 'ja_JP')
    await screen.findByRole('textbox')
    expect([...heading().childNodes].map((node) => node.textContent || node.nodeName)).toEqual([
      'INPUT',
      expect.stringMatching(/^さん、/) as string,
    ])
  })
})
