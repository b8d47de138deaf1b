import { describe, expect, it, vi } from 'vitest'
import { onSignedOut, tellSignedOut } from './signedOut.ts'

describe('after signing out (A§4)', () => {
  it('everyone who asked is told, also after one who fails, and nobody who thought better of it', () => {
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
