import { act, render, renderHook, screen, waitFor } from '@testing-library/react'
import {
  Outlet,
  RouterContextProvider,
  RouterProvider,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
} from '@tanstack/react-router'
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

describe('the timing of routes (A§4, A§9)', () => {
  it('measures each navigation of the router to another path', async () => {
    const measure = vi.spyOn(performance, 'measure')
    const measured = () => measure.mock.calls.map(([name]) => name).filter((name) => name.startsWith('route '))
    const rootRoute = createRootRoute({
      component: function Root() {
        useTelemetry({ isOn: true, userId: 'lena' })
        return <Outlet />
      },
    })
    const routeTree = rootRoute.addChildren(
      ['/', '/ask', '/file-list'].map((path) =>
        createRoute({ path, getParentRoute: () => rootRoute, component: () => <p>{path}</p> }),
      ),
    )
    const app = createRouter({ history: createMemoryHistory(), routeTree })
    render(<RouterProvider router={app} />)
    await screen.findByText('/')
    // The measuring code is loaded after the first page is shown.
    await waitFor(async () => {
      await act(() => app.navigate({ to: '/ask' }))
      await act(() => app.navigate({ to: '/file-list' }))
      expect(measured()).toContain('route /file-list')
    })
    measure.mockClear()
    await act(() => app.navigate({ to: '/ask' }))
    await act(() => app.navigate({ to: '/ask', search: { from: 'home' } as never }))
    expect(measured()).toEqual(['route /ask'])
  })
})
