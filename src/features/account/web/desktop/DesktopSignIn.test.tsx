import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { MockError, handle, mockServer } from '#test/screens/mockServer.ts'
import { desktopContract } from '../../contract.ts'
import { DesktopSignIn } from './DesktopSignIn.tsx'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  localStorage.clear()
})

const returnsCode = () => handle(desktopContract.code, () => ({ data: { auth_code: 'c0de', expires_in: 60 } }))

async function renderPage(desktopUuid: string | undefined, handlers = [returnsCode()]) {
  const server = mockServer(handlers)
  const openAddress = vi.fn<(address: string) => void>()
  const onSignedOut = vi.fn<() => void>()
  const view = await renderWithProviders(
    <DesktopSignIn account="lena@example.org" {...{ desktopUuid, openAddress, onSignedOut }} />,
  )
  return { ...view, ...server, openAddress, onSignedOut }
}

describe('signing in the desktop program (A§7)', () => {
  it('names the account and opens the program only after a click', async () => {
    const { requests, openAddress, user } = await renderPage('d-1')
    expect(screen.getByRole('heading', { name: 'Open the desktop app as lena@example.org' })).toBeTruthy()
    expect([requests, openAddress.mock.calls]).toEqual([[], []])
    expect(await axeViolations()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Open app' }))
    await waitFor(() => expect(openAddress).toHaveBeenCalledWith('earshot://login?auth_code=c0de&desktop_uuid=d-1'))
    expect(requests).toEqual(['GET /auth/access-auth-code?client_id=web&desktop_uuid=d-1'])
  })

  it('offers the download when the program does not take the focus within 3 seconds (A§8)', async () => {
    const { openAddress } = await renderPage('d-1')
    vi.useFakeTimers({ shouldAdvanceTime: true })
    fireEvent.click(screen.getByRole('button', { name: 'Open app' }))
    await screen.findByText(/^Opening/)
    expect(openAddress).toHaveBeenCalledOnce()
    expect(screen.queryByRole('dialog')).toBeNull()
    await act(async () => vi.advanceTimersByTime(3000))
    expect(await screen.findByRole('dialog', { name: 'Is the desktop app installed?' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Download' }).getAttribute('href')).toBe('/download')
  })

  it('shows that the program is open once it took the focus, and offers no download then', async () => {
    await renderPage('d-1')
    vi.useFakeTimers({ shouldAdvanceTime: true })
    fireEvent.click(screen.getByRole('button', { name: 'Open app' }))
    await screen.findByText(/^Opening/)
    await waitFor(() => {
      fireEvent.blur(window)
      expect(screen.getByText(/should be open now/)).toBeTruthy()
    })
    await act(async () => vi.advanceTimersByTime(4000))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('asks to update a program that sends no id (A§8)', async () => {
    const { requests } = await renderPage(undefined)
    expect(screen.getByRole('heading', { name: 'Update the desktop app' })).toBeTruthy()
    expect(screen.queryByRole('button')).toBeNull()
    expect(requests).toEqual([])
  })

  it('shows how long to wait, and calls onSignedOut when the session has ended', async () => {
    let errorResponse = new MockError(429, '', { 'retry-after': '20' })
    const { user, onSignedOut, openAddress } = await renderPage('d-1', [
      handle(desktopContract.code, () => {
        throw errorResponse
      }),
    ])
    await user.click(screen.getByRole('button', { name: 'Open app' }))
    expect(await screen.findByText(/Try again in 20\ss\./)).toBeTruthy()
    errorResponse = new MockError(401)
    await user.click(screen.getByRole('button', { name: 'Open app' }))
    await waitFor(() => expect(onSignedOut).toHaveBeenCalledOnce())
    expect(openAddress).not.toHaveBeenCalled()
  })
})
