import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderScreen } from '#test/screen/renderScreen.tsx'
import { keepToken, readToken } from '#ui/token.ts'
import { SignOutDialog } from './SignOutDialog.tsx'

const asked: string[] = []
const network = (answer: () => Response) =>
  vi.stubGlobal('fetch', async (path: string, { headers, method }: { headers: Record<string, string>; method: string }) => {
    asked.push(`${method} ${path} ${headers['authorization']}`)
    return answer()
  })

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  asked.length = 0
})

async function dialog() {
  keepToken('tok')
  const told = { closed: vi.fn<() => void>(), signedOut: vi.fn<() => void>() }
  const view = await renderScreen(<SignOutDialog open onClose={told.closed} onSignedOut={told.signedOut} />)
  view.queries.setQueryData(['files'], 'of the one who leaves')
  return { ...view, ...told }
}

describe('signing out (A§4)', () => {
  it('asks first, then ends the session and removes the token and the cache', async () => {
    network(() => new Response('{"status":0,"request_id":"r"}'))
    const { user, signedOut, queries } = await dialog()
    expect(await screen.findByRole('alertdialog', { name: 'Sign out of this browser?' })).toBeTruthy()
    expect(asked).toEqual([])
    await user.click(await screen.findByRole('button', { name: 'Sign out' }))
    await waitFor(() => expect(signedOut).toHaveBeenCalledOnce())
    expect(asked).toEqual(['POST /api/auth/access-token-logout Bearer tok'])
    expect(readToken()).toBeUndefined()
    expect(queries.getQueryData(['files'])).toBeUndefined()
  })

  it('signs out also when the server is unreachable', async () => {
    network(() => {
      throw new TypeError('no network')
    })
    const { user, signedOut } = await dialog()
    await user.click(await screen.findByRole('button', { name: 'Sign out' }))
    await waitFor(() => expect(signedOut).toHaveBeenCalledOnce())
    expect(readToken()).toBeUndefined()
  })

  it('changes nothing when the user cancels', async () => {
    network(() => new Response('{"status":0}'))
    const { user, closed, signedOut } = await dialog()
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(closed).toHaveBeenCalledOnce()
    expect(signedOut).not.toHaveBeenCalled()
    expect([asked, readToken()]).toEqual([[], 'tok'])
  })
})
