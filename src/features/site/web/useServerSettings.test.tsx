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

const Help = () => <p>{useServerSettings()?.help}</p>

it('names the help centre of the language of the page (A§2)', async () => {
  const help_by_locale = { en_US: 'https://help.example/en-US', de_DE: 'https://help.example/de-DE' }
  mockServer([handleSiteSettings({ help: 'https://help.example/en-US', help_by_locale })])
  await renderWithProviders(<Help />, { locale: 'de_DE' })
  expect(await screen.findByText('https://help.example/de-DE')).toBeTruthy()
})
