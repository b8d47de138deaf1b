import { renderHook, waitFor } from '@testing-library/react'
import { RouterContextProvider, createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { handle, mockServer } from '#test/screens/mockServer.ts'
import { saveConsent } from '#browser/monitoring/consent.ts'
import { STORAGE_KEYS, getItem, setItem } from '#browser/storage/storage.ts'
import { useTelemetry } from '../web.tsx'
import { telemetryContract } from '../contract.ts'

beforeEach(() => {
  mockServer([handle(telemetryContract.uploadInfo, () => ({}))])
})
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  document.cookie = 'earshot_tag=; Path=/; Max-Age=0'
})

const router = createRouter({ history: createMemoryHistory(), routeTree: createRootRoute() })
const wrapper = ({ children }: { children: ReactNode }) => (
  <RouterContextProvider router={router}>{children}</RouterContextProvider>
)
const renderTelemetry = (isOn: boolean | undefined) =>
  renderHook((props: { isOn: boolean | undefined }) => useTelemetry({ ...props, userId: 'lena' }), {
    wrapper,
    initialProps: { isOn },
  })

describe('useTelemetry (A§7)', () => {
  it('creates the browser tag when telemetry is allowed and deletes it when it is no longer allowed', async () => {
    const view = renderTelemetry(undefined)
    expect(getItem(STORAGE_KEYS.userTag)).toBeUndefined()
    saveConsent({ statistics: true })
    view.rerender({ isOn: true })
    await waitFor(() => expect(getItem(STORAGE_KEYS.userTag)).toMatch(/^[0-9a-f]{16}$/))
    expect(document.cookie).toContain('earshot_tag=')
    view.rerender({ isOn: false })
    await waitFor(() => expect(getItem(STORAGE_KEYS.userTag)).toBeUndefined())
    expect(document.cookie).not.toContain('earshot_tag')
  })

  it('keeps an existing tag until the server settings are loaded', () => {
    setItem(STORAGE_KEYS.userTag, '0123456789abcdef')
    renderTelemetry(undefined)
    expect(getItem(STORAGE_KEYS.userTag)).toBe('0123456789abcdef')
  })
})
