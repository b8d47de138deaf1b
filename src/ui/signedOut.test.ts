import { describe, expect, it, vi } from 'vitest'
import { onSignedOut, tellSignedOut } from './signedOut.ts'

describe('onSignedOut (A§4)', () => {
  it('calls all subscribers, also after one that throws, and none that unsubscribed', () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => {})
    const told: string[] = []
    const stops = [
      onSignedOut(() => {
        throw new Error('broken')
      }),
      onSignedOut(() => told.push('analytics')),
    ]
    onSignedOut(() => told.push('never'))()
    tellSignedOut()
    for (const stop of stops) stop()
    tellSignedOut()
    expect(told).toEqual(['analytics'])
    expect(said).toHaveBeenCalledOnce()
    said.mockRestore()
  })
})
