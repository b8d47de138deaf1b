import { screen } from '@testing-library/react'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { withRouter } from '#test/screens/withRouter.tsx'
import { loadMessages, renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { handle, mockServer } from '#test/screens/mockServer.ts'
import { handleSiteSettings } from '#test/screens/siteSettings.ts'
import { privacyContract } from '#features/account/contract.ts'
import { saveConsent } from '#browser/monitoring/consent.ts'
import { PrivacyPane } from './PrivacyPane.tsx'

beforeEach(async () => {
  await loadMessages('personal-data')
})

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
})

const renderPane = ({ telemetry }: { telemetry: boolean }) => {
  mockServer([
    handleSiteSettings({ telemetry }),
    handle(privacyContract.country, () => ({
      data: { country: 'DE', privacy_version: '1', has_new_privacy: false, agreed: null },
    })),
  ])
  return renderWithProviders(withRouter(<PrivacyPane />).page)
}

describe('the telemetry row', () => {
  it('shows whether this browser allows telemetry, with a link to change it', async () => {
    await renderPane({ telemetry: true })
    expect(await screen.findByText(/^Off in this browser/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Change' }).getAttribute('href')).toBe('/cookie-policy')
    act(() => saveConsent({ statistics: true }))
    expect(await screen.findByText(/^On: this server/)).toBeTruthy()
  })

  it('shows that telemetry is off on the server, without a link', async () => {
    saveConsent({ statistics: true })
    await renderPane({ telemetry: false })
    expect(await screen.findByText(/^Off: turned off/)).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Change' })).toBeNull()
  })
})
