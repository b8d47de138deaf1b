import { Outlet, RouterProvider, createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { parsePlainSearch, stringifyPlainSearch } from '#browser/routing/plainSearch.ts'
import { useSettingsUrl } from './useSettingsUrl.ts'

function TestPage() {
  const { isOpen, pane, open, setPane, close } = useSettingsUrl()
  return (
    <>
      <p>{isOpen ? `open ${pane}` : 'closed'}</p>
      <button type="button" onClick={() => open()}>
        open
      </button>
      <button type="button" onClick={() => open('sign-in-methods')}>
        to the sign-in methods
      </button>
      <button type="button" onClick={() => setPane('sessions')}>
        sessions
      </button>
      <button type="button" onClick={close}>
        close
      </button>
      <Outlet />
    </>
  )
}

async function renderAt(address: string) {
  window.scrollTo = () => {}
  const root = createRootRoute({ component: TestPage })
  const main = createRoute({ getParentRoute: () => root, id: 'main' })
  const list = createRoute({
    getParentRoute: () => main,
    path: 'file-list',
    validateSearch: ({ categoryId }: Record<string, unknown>) => ({ categoryId: String(categoryId) }),
    component: () => null,
  })
  const home = createRoute({ getParentRoute: () => main, path: '/', component: () => null })
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = createRouter({
    routeTree: root.addChildren([main.addChildren([home, list])]),
    history,
    parseSearch: parsePlainSearch,
    stringifySearch: stringifyPlainSearch,
  })
  const view = await renderWithProviders(<RouterProvider router={router} />)
  await screen.findByText(/open |closed/)
  return { ...view, currentUrl: () => history.location.href, goBack: () => act(async () => history.back()) }
}

it('opens with profile=open on any page, and removes it from the URL when it closes (A§2)', async () => {
  const { user, currentUrl } = await renderAt('/file-list?categoryId=trash&profile=open&pane=sign-in-methods')
  expect(screen.getByText('open sign-in-methods')).toBeTruthy()
  await user.click(screen.getByText('sessions'))
  await waitFor(() => expect(currentUrl()).toBe('/file-list?categoryId=trash&profile=open&pane=sessions'))
  await user.click(screen.getByText('close'))
  await waitFor(() => expect(currentUrl()).toBe('/file-list?categoryId=trash'))
})

it('adds only one history entry if it is opened again while open', async () => {
  const { user, currentUrl } = await renderAt('/?x=1')
  await user.click(screen.getByText('open'))
  await waitFor(() => expect(currentUrl()).toBe('/?x=1&profile=open'))
  await user.click(screen.getByText('to the sign-in methods'))
  await waitFor(() => expect(currentUrl()).toBe('/?x=1&profile=open&pane=sign-in-methods'))
  await user.click(screen.getByText('close'))
  await waitFor(() => expect(currentUrl()).toBe('/?x=1'))
})

it('closes on going back, and leaves no entry in the history', async () => {
  const { user, currentUrl, goBack } = await renderAt('/?x=1')
  await user.click(screen.getByText('open'))
  await waitFor(() => expect(currentUrl()).toBe('/?x=1&profile=open'))
  await user.click(screen.getByText('sessions'))
  await waitFor(() => expect(currentUrl()).toContain('pane=sessions'))
  await goBack()
  await waitFor(() => expect(screen.getByText('closed')).toBeTruthy())
  expect(currentUrl()).toBe('/?x=1')
})
