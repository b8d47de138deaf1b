import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { withRouter } from '#test/screens/withRouter.tsx'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { loadNamespace } from '../../i18n.ts'
import { NO_ACTIONS, ShellActionsContext } from '../../layout/ShellActions.ts'
import { FirstSteps } from './FirstSteps.tsx'
import type { StepState } from './onboardingSteps.ts'
import { Home, getGreeting } from './Home.tsx'
import type { HomeProps } from './Home.tsx'

const renderHome = async (change: Partial<HomeProps> = {}) => {
  const actions = { ...NO_ACTIONS, openUpload: vi.fn<() => void>(), recordHere: vi.fn<() => void>() }
  const { page, address } = withRouter(
    <ShellActionsContext value={actions}>
      <main>
        <Home name="Lena" isEmpty={false} recent={<p>five recordings</p>} {...change} />
      </main>
    </ShellActionsContext>,
  )
  const view = await renderWithProviders(page)
  await loadNamespace('pages')
  await screen.findByRole('heading', { level: 1 })
  return { ...view, ...actions, address }
}

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

  it('contains the name of the user', async () => {
    await renderHome()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/^Good (morning|afternoon|evening), Lena$/)
  })
})

describe('home page (B§2)', () => {
  it('shows the latest recordings and links to record, upload, search and all files', async () => {
    const { user, openUpload, recordHere, address } = await renderHome()
    expect(screen.getByRole('region', { name: 'Recent' }).textContent).toContain('five recordings')
    await user.click(screen.getByRole('button', { name: /^Upload/ }))
    await user.click(screen.getByRole('button', { name: /^Record/ }))
    expect(openUpload).toHaveBeenCalledOnce()
    expect(recordHere).toHaveBeenCalledOnce()
    expect(document.title).toBe('Home · Earshot')
    expect(await axeViolations()).toEqual([])
    await user.click(screen.getByRole('link', { name: /^All files/ }))
    expect(address()).toBe('/file-list?categoryId=allFiles')
    await user.click(await screen.findByRole('link', { name: /^Search/ }))
    expect(address()).toBe('/search')
  })

  it.each([
    [{}, 'Here is what you worked on last.'],
    [{ isEmpty: true }, 'Your library is empty. The first recording takes a few minutes.'],
    [{ running: 2 }, '2 recordings are being worked on.'],
    [{ running: 1, failed: 1 }, '1 recording is being worked on. 1 needs a look.'],
  ])('shows the current state: %j', async (change, expectedText) => {
    await renderHome(change)
    expect(screen.getByText(expectedText)).toBeTruthy()
  })

  it('shows no list of the latest recordings while the library is empty', async () => {
    await renderHome({ isEmpty: true })
    expect(screen.queryByText('five recordings')).toBeNull()
  })
})

describe('first steps', () => {
  const steps: StepState[] = [
    { step: 'sample', isDone: true, fileId: 's' },
    { step: 'upload', isDone: false },
    { step: 'generate', isDone: false },
  ]

  it('are checked off when done and link to where they can be done', async () => {
    const { user, openUpload } = await renderHome({ children: <FirstSteps steps={steps} /> })
    const rows = screen.getAllByRole('listitem')
    expect(rows.map((row) => row.querySelector('[role="img"]')?.getAttribute('aria-label') ?? null)).toEqual(['Done', null, null])
    await user.click(screen.getByRole('button', { name: 'Bring in a recording' }))
    expect(openUpload).toHaveBeenCalledOnce()
    expect(await axeViolations()).toEqual([])
  })
})
