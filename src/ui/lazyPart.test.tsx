import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderScreen } from '#test/screen/renderScreen.tsx'
import { lazyPart } from './lazyPart.tsx'

const Notes = ({ of }: { of: string }) => <p>Notes of {of}</p>

describe('a part whose code comes when it is first shown', () => {
  it('shows what waits, then the part, and is fetched once', async () => {
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

  it('says in its own place that the code did not come, and tries again when asked; the rest of the page stays', async () => {
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

  it('may show something else instead, where the part is an ornament', async () => {
    const Part = lazyPart<{ of: string }>(() => Promise.reject(new TypeError('gone')))
    await renderScreen(<Part of="Monday" waiting={<p>dot</p>} failed={<p>plain dot</p>} />)
    expect(await screen.findByText('plain dot')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('is there at once when it was fetched ahead; fetching ahead never fails', async () => {
    const Part = lazyPart(() => Promise.resolve(Notes))
    await Part.preload()
    await renderScreen(<Part of="Monday" waiting={<p>On its way</p>} />)
    expect(screen.getByText('Notes of Monday')).toBeTruthy()
    await expect(lazyPart(() => Promise.reject(new Error('gone'))).preload()).resolves.toBeUndefined()
  })
})
