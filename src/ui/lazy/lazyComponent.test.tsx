import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { lazyComponent } from './lazyComponent.tsx'

const Notes = ({ day }: { day: string }) => <p>Notes of {day}</p>

describe('lazyComponent', () => {
  it('shows the fallback, then the component, and loads the code once', async () => {
    let loads = 0
    const LazyNotes = lazyComponent(async () => {
      loads += 1
      return Notes
    })
    await renderWithProviders(
      <>
        <LazyNotes day="Monday" fallback={<p>On its way</p>} />
        <LazyNotes day="Tuesday" />
      </>,
    )
    expect(await screen.findByText('Notes of Monday')).toBeTruthy()
    expect(screen.getByText('Notes of Tuesday')).toBeTruthy()
    expect(screen.queryByText('On its way')).toBeNull()
    expect(loads).toBe(1)
  })

  it('shows an error in its place when loading fails, retries on request, and leaves the rest of the page', async () => {
    let isOnline = false
    const LazyNotes = lazyComponent(async () => {
      if (!isOnline) throw new TypeError('Failed to fetch dynamically imported module')
      return Notes
    })
    const { user } = await renderWithProviders(
      <>
        <h1>The page</h1>
        <LazyNotes day="Monday" />
      </>,
    )
    const retryButton = await screen.findByRole('button', { name: 'Try again' })
    expect(screen.getByRole('alert').textContent).toContain('The server cannot be reached')
    expect(screen.getByRole('heading', { name: 'The page' })).toBeTruthy()
    isOnline = true
    await user.click(retryButton)
    expect(await screen.findByText('Notes of Monday')).toBeTruthy()
  })

  it('shows the error fallback instead of the error message when there is one', async () => {
    const LazyNotes = lazyComponent<{ day: string }>(() => Promise.reject(new TypeError('gone')))
    await renderWithProviders(<LazyNotes day="Monday" fallback={<p>dot</p>} errorFallback={<p>plain dot</p>} />)
    expect(await screen.findByText('plain dot')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('is rendered at once after preload, which never rejects', async () => {
    const LazyNotes = lazyComponent(() => Promise.resolve(Notes))
    await LazyNotes.preload()
    await renderWithProviders(<LazyNotes day="Monday" fallback={<p>On its way</p>} />)
    expect(screen.getByText('Notes of Monday')).toBeTruthy()
    await expect(lazyComponent(() => Promise.reject(new Error('gone'))).preload()).resolves.toBeUndefined()
  })
})
