import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderScreen } from '#test/screen/renderScreen.tsx'
import { tellsFacts } from '#test/screen/serverFacts.ts'
import { serveInMemory } from '#test/screen/serveInMemory.ts'
import { useServerFacts } from '../web.tsx'

afterEach(() => vi.unstubAllGlobals())

const Region = () => <p>{useServerFacts()?.region}</p>

it('requests the server settings with platform and version (A§7)', async () => {
  const { asked } = serveInMemory([tellsFacts({})])
  await renderScreen(<Region />)
  await screen.findByText('global')
  expect(asked).toEqual([expect.stringMatching(/^GET \/config\/init\?platform=web&version=\d+\.\d+\.\d+$/)])
})
