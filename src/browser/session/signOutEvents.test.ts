import { describe, expect, it, vi } from 'vitest'
import { onSignedOut, notifySignedOut } from './signOutEvents.ts'

describe('onSignedOut (A§4)', () => {
  it('calls all subscribers, also after one that throws, and none that unsubscribed', () => {
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})
    const called: string[] = []
    const unsubscribes = [
      onSignedOut(() => {
        throw new Error('broken')
      }),
      onSignedOut(() => called.push('analytics')),
    ]
    onSignedOut(() => called.push('never'))()
    notifySignedOut()
    for (const stop of unsubscribes) stop()
    notifySignedOut()
    expect(called).toEqual(['analytics'])
    expect(consoleError).toHaveBeenCalledOnce()
    consoleError.mockRestore()
  })
})
