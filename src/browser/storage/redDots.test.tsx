import { act, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { readRedDots, updateRedDots, useRedDots } from './redDots.ts'

afterEach(() => localStorage.clear())

function RedDotExample({ userId }: { userId: string | undefined }) {
  const { flags, update } = useRedDots(userId)
  return (
    <button type="button" onClick={() => update({ automation: false })}>
      Settings {(flags.feedbackBoard || flags.automation) && <span>New</span>}
    </button>
  )
}

describe('red dots (A§3, A§4)', () => {
  it('are both true by default, and changes are merged', () => {
    expect(readRedDots('u1')).toEqual({ feedbackBoard: true, automation: true })
    updateRedDots('u1', { automation: false })
    expect(readRedDots('u1')).toEqual({ feedbackBoard: true, automation: false })
  })

  it('are stored per user and never expire', () => {
    updateRedDots('u1', { automation: false })
    expect(readRedDots('u2')).toEqual({ feedbackBoard: true, automation: true })
    expect(JSON.parse(localStorage.getItem('earshot_u1_redDotShowData') ?? '')).toMatchObject({ expires: null })
  })

  it('have their defaults when the stored value is malformed', () => {
    localStorage.setItem('earshot_u1_redDotShowData', '{"value":{"automation":"no"},"expires":null}')
    expect(readRedDots('u1')).toEqual({ feedbackBoard: true, automation: true })
  })

  it('are shown while any flag is true, also after a change in another tab', async () => {
    updateRedDots('u1', { feedbackBoard: false })
    const { user } = await renderWithProviders(<RedDotExample userId="u1" />)
    expect(screen.getByText('New')).toBeTruthy()
    await user.click(screen.getByRole('button'))
    expect(screen.queryByText('New')).toBeNull()
    localStorage.clear()
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: null })))
    expect(screen.getByText('New')).toBeTruthy()
  })

  it('are not shown while the user is unknown', async () => {
    await renderWithProviders(<RedDotExample userId={undefined} />)
    expect(screen.queryByText('New')).toBeNull()
  })
})
