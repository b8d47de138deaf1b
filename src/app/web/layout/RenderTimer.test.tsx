import { useRouter, useRouterState } from '@tanstack/react-router'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { telemetryContract } from '#features/telemetry/contract.ts'
import { track, useTelemetry } from '#features/telemetry/web.tsx'
import { withRouter } from '#test/screens/withRouter.tsx'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { handle, mockServer } from '#test/screens/mockServer.ts'
import { RenderTimer } from './RenderTimer.tsx'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  localStorage.clear()
})

function advanceClock(ms: number): void {
  vi.setSystemTime(Date.now() + ms)
}

/** Pages whose render takes as many milliseconds as their path says. */
function TestPages() {
  const router = useRouter()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  useTelemetry({ isOn: true, userId: 'lena' })
  advanceClock(Number(path.slice(1)))
  return ['/1000', '/1100'].map((to) => (
    <button key={to} onClick={() => void router.navigate({ href: to })}>
      {`${to}${to === path ? ' is here' : ''}`}
    </button>
  ))
}

it('reports a page that takes more than one second to render, but not one that takes exactly one second (A§9)', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const events: object[] = []
  mockServer([handle(telemetryContract.uploadInfo, ({ body }) => (events.push(body.info), {}))])
  const { user } = await renderWithProviders(
    withRouter(
      <RenderTimer>
        <TestPages />
      </RenderTimer>,
      '/0',
    ).page,
  )
  // Telemetry has started when its first event is sent.
  await waitFor(() => {
    track('begin')
    expect(events).not.toEqual([])
  })
  events.length = 0
  await user.click(await screen.findByRole('button', { name: '/1000' }))
  await screen.findByRole('button', { name: '/1000 is here' })
  await user.click(screen.getByRole('button', { name: '/1100' }))
  await waitFor(() => expect(JSON.stringify(events)).toContain('componentRender'))
  const slowEvents = events.filter((event) => JSON.stringify(event).includes('slow'))
  expect(slowEvents).toMatchObject([{ event_cat: 'slow', event_param: { measure: 'componentRender', took: 1100, path: '/:id' } }])
})
