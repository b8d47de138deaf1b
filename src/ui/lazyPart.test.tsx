import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderScreen } from '#test/screen/renderScreen.tsx'
import { lazyPart } from './lazyPart.tsx'

const Notes = ({ of }: { of: string }) => <p>Notes of {of}</p>

describe('lazyComponent', () => {
  it('shows the fallback, then the component, and loads the code once', async () => {
    let asked = 0
    const Part = lazyPart(async () => {
      asked += 1
      return Notes
    })
    await renderScreen(
      <>
        <Part of="Monday" waiting={<p>On its way</p>} />
        <Part of="Tuesday" />
      </>,
    )
    expect(await screen.findByText('Notes of Monday')).toBeTruthy()
    expect(screen.getByText('Notes of Tuesday')).toBeTruthy()
    expect(screen.queryByText('On its way')).toBeNull()
    expect(asked).toBe(1)
  })

  it('shows an error in its place when loading fails, retries on request, and leaves the rest of the page', async () => {
    let isThere = false
    const Part = lazyPart(async () => {
      if (!isThere) throw new TypeError('Failed to fetch dynamically imported module')
      return Notes
    })
    const { user } = await renderScreen(
      <>
        <h1>The page</h1>
        <Part of="Monday" />
      </>,
    )
    const again = await screen.findByRole('button', { name: 'Try again' })
    expect(screen.getByRole('alert').textContent).toContain('The server cannot be reached')
    expect(screen.getByRole('heading', { name: 'The page' })).toBeTruthy()
    isThere = true
    await user.click(again)
    expect(await screen.findByText('Notes of Monday')).toBeTruthy()
  })

  it('shows the error fallback instead of the error message when there is one', async () => {
    const Part = lazyPart<{ of: string }>(() => Promise.reject(new TypeError('gone')))
    await renderScreen(<Part of="Monday" waiting={<p>dot</p>} failed={<p>plain dot</p>} />)
    expect(await screen.findByText('plain dot')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('is rendered at once after preload, which never rejects', async () => {
    const Part = lazyPart(() => Promise.resolve(Notes))
    await Part.preload()
    await renderScreen(<Part of="Monday" waiting={<p>On its way</p>} />)
    expect(screen.getByText('Notes of Monday')).toBeTruthy()
    await expect(lazyPart(() => Promise.reject(new Error('gone'))).preload()).resolves.toBeUndefined()
  })
})
