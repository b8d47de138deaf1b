import { renderHook, waitFor } from '@testing-library/react'
import { RouterContextProvider, createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { on, serveInMemory } from '#test/screen/serveInMemory.ts'
import { answerConsent } from '#ui/consent.ts'
import { STORED, recall, store } from '#ui/storage.ts'
import { useTelemetry } from '../web.tsx'
import { telemetryContract } from '../contract.ts'

beforeEach(() => {
  serveInMemory([on(telemetryContract.uploadInfo, () => ({}))])
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
const counts = (isOn: boolean | undefined) =>
  renderHook((props: { isOn: boolean | undefined }) => useTelemetry({ ...props, userId: 'lena' }), {
    wrapper,
    initialProps: { isOn },
  })

describe('useTelemetry (A§7)', () => {
  it('creates the browser tag when telemetry is allowed and deletes it when it is no longer allowed', async () => {
    const view = counts(undefined)
    expect(recall(STORED.userTag)).toBeUndefined()
    answerConsent({ statistics: true })
    view.rerender({ isOn: true })
    await waitFor(() => expect(recall(STORED.userTag)).toMatch(/^[0-9a-f]{16}$/))
    expect(document.cookie).toContain('earshot_tag=')
    view.rerender({ isOn: false })
    await waitFor(() => expect(recall(STORED.userTag)).toBeUndefined())
    expect(document.cookie).not.toContain('earshot_tag')
  })

  it('keeps an existing tag until the server settings are loaded', () => {
    store(STORED.userTag, '0123456789abcdef')
    counts(undefined)
    expect(recall(STORED.userTag)).toBe('0123456789abcdef')
  })
})
