import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { handleSiteSettings } from '#test/screens/siteSettings.ts'
import { mockServer } from '#test/screens/mockServer.ts'
import { useServerSettings } from './useServerSettings.ts'

afterEach(() => vi.unstubAllGlobals())

const Region = () => <p>{useServerSettings()?.region}</p>

it('requests the server settings with platform and version (A§7)', async () => {
  const { requests } = mockServer([handleSiteSettings({})])
  await renderWithProviders(<Region />)
  await screen.findByText('global')
  expect(requests).toEqual([expect.stringMatching(/^GET \/config\/init\?platform=web&version=\d+\.\d+\.\d+$/)])
})
