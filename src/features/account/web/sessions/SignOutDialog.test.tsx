import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { signInAs } from '#test/screens/signInAs.ts'
import { hasDrafts, storeDraft } from '#browser/storage/drafts.ts'
import { saveToken, readToken } from '#browser/session/token.ts'
import { SignOutDialog } from './SignOutDialog.tsx'

const requests: string[] = []
const stubFetch = (respond: () => Response) =>
  vi.stubGlobal('fetch', async (path: string, { headers, method }: { headers: Record<string, string>; method: string }) => {
    requests.push(`${method} ${path} ${headers['authorization']}`)
    return respond()
  })

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  requests.length = 0
})

async function renderDialog() {
  saveToken('tok')
  const callbacks = { closed: vi.fn<() => void>(), signedOut: vi.fn<() => void>() }
  const view = await renderWithProviders(<SignOutDialog open onClose={callbacks.closed} onSignedOut={callbacks.signedOut} />)
  view.queries.setQueryData(['files'], 'of the one who leaves')
  return { ...view, ...callbacks }
}

describe('signing out (A§4)', () => {
  it('asks first, then ends the session and removes the token and the cache', async () => {
    stubFetch(() => new Response('{"status":0,"request_id":"r"}'))
    const { user, signedOut, queries } = await renderDialog()
    expect(await screen.findByRole('alertdialog', { name: 'Sign out of this browser?' })).toBeTruthy()
    expect(requests).toEqual([])
    await user.click(await screen.findByRole('button', { name: 'Sign out' }))
    await waitFor(() => expect(signedOut).toHaveBeenCalledOnce())
    expect(requests).toEqual(['POST /api/auth/access-token-logout Bearer tok'])
    expect(readToken()).toBeUndefined()
    expect(queries.getQueryData(['files'])).toBeUndefined()
  })

  it('signs out also when the server is unreachable', async () => {
    stubFetch(() => {
      throw new TypeError('no network')
    })
    const { user, signedOut } = await renderDialog()
    await user.click(await screen.findByRole('button', { name: 'Sign out' }))
    await waitFor(() => expect(signedOut).toHaveBeenCalledOnce())
    expect(readToken()).toBeUndefined()
  })

  it('says that changes are not saved yet, and removes them from the browser', async () => {
    stubFetch(() => new Response('{"status":0}'))
    signInAs('anna')
    storeDraft('note', 'Half a sentence')
    const view = <SignOutDialog open onClose={() => {}} onSignedOut={() => {}} />
    const { user } = await renderWithProviders(view)
    expect(await screen.findByText('Changes that are not saved yet are deleted from this browser.')).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: 'Sign out' }))
    await waitFor(() => expect(hasDrafts('anna')).toBe(false))
  })

  it('changes nothing when the user cancels', async () => {
    stubFetch(() => new Response('{"status":0}'))
    const { user, closed, signedOut } = await renderDialog()
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(closed).toHaveBeenCalledOnce()
    expect(signedOut).not.toHaveBeenCalled()
    expect([requests, readToken()]).toEqual([[], 'tok'])
  })
})
