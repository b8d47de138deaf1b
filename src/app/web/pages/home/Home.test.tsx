import { screen } from '@testing-library/react'
import axe from 'axe-core'
import { describe, expect, it, vi } from 'vitest'
import { renderScreen } from '#test/screen/renderScreen.tsx'
import { NO_ACTIONS, ShellActionsContext } from '../../shell/ShellActions.ts'
import { greetingAt } from './greetingAt.ts'
import { Home } from './Home.tsx'

const home = async (isEmpty: boolean, name: string | undefined = 'Lena') => {
  const openUpload = vi.fn<() => void>()
  const page = (
    <ShellActionsContext value={{ ...NO_ACTIONS, openUpload }}>
      <main>
        <Home name={name} isEmpty={isEmpty} recent={<p>five recordings</p>} />
      </main>
    </ShellActionsContext>
  )
  return { ...(await renderScreen(page)), openUpload }
}

describe('the greeting', () => {
  it.each([
    [0, 'good_evening'],
    [4, 'good_evening'],
    [5, 'good_morning'],
    [11, 'good_morning'],
    [12, 'good_afternoon'],
    [17, 'good_afternoon'],
    [18, 'good_evening'],
    [23, 'good_evening'],
  ])('at %d is %s', (hour, greeting) => {
    expect(greetingAt(hour)).toBe(greeting)
  })

  it('names who is signed in', async () => {
    await home(false)
    expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/^Good (morning|afternoon|evening), Lena$/)
  })
})

describe('the home page (B§2)', () => {
  it('shows the latest recordings and the way to a new one', async () => {
    const { user, openUpload, container } = await home(false)
    expect(screen.getByRole('region', { name: 'Recent' }).textContent).toContain('five recordings')
    await user.click(screen.getByRole('button', { name: /^Upload/ }))
    expect(openUpload).toHaveBeenCalledOnce()
    expect(document.title).toBe('Home · Earshot')
    expect((await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })).violations).toEqual([])
  })

  it('shows the first steps while the library is empty', async () => {
    await home(true)
    expect(screen.queryByText('five recordings')).toBeNull()
    expect(screen.getAllByRole('listitem')).toHaveLength(3)
  })
})
