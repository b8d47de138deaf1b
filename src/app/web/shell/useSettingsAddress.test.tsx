import { Outlet, RouterProvider, createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderScreen } from '#test/screen/renderScreen.tsx'
import { fileListSearch } from './fileListSearch.ts'
import { parsePlainSearch, writePlainSearch } from './plainSearch.ts'
import { useSettingsAddress } from './useSettingsAddress.ts'

function Page() {
  const { isOpen, pane, open, setPane, close } = useSettingsAddress()
  return (
    <>
      <p>{isOpen ? `open ${pane}` : 'closed'}</p>
      <button type="button" onClick={() => open()}>
        open
      </button>
      <button type="button" onClick={() => open('ways')}>
        to the ways
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

async function at(address: string) {
  window.scrollTo = () => {}
  const root = createRootRoute({ component: Page })
  const list = createRoute({
    getParentRoute: () => root,
    path: 'file-list',
    validateSearch: fileListSearch,
    component: () => null,
  })
  const home = createRoute({ getParentRoute: () => root, path: '/', component: () => null })
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = createRouter({
    routeTree: root.addChildren([home, list]),
    history,
    parseSearch: parsePlainSearch,
    stringifySearch: writePlainSearch,
  })
  const view = await renderScreen(<RouterProvider router={router} />)
  await screen.findByText(/open |closed/)
  return { ...view, where: () => history.location.href, back: () => act(async () => history.back()) }
}

it('opens with profile=open on any page, and removes it from the URL when it closes (A§2)', async () => {
  const { user, where } = await at('/file-list?categoryId=trash&profile=open&pane=ways')
  expect(screen.getByText('open ways')).toBeTruthy()
  await user.click(screen.getByText('sessions'))
  await waitFor(() => expect(where()).toBe('/file-list?categoryId=trash&profile=open&pane=sessions'))
  await user.click(screen.getByText('close'))
  await waitFor(() => expect(where()).toBe('/file-list?categoryId=trash'))
})

it('adds only one history entry if it is opened again while open', async () => {
  const { user, where } = await at('/?x=1')
  await user.click(screen.getByText('open'))
  await waitFor(() => expect(where()).toBe('/?x=1&profile=open'))
  await user.click(screen.getByText('to the ways'))
  await waitFor(() => expect(where()).toBe('/?x=1&profile=open&pane=ways'))
  await user.click(screen.getByText('close'))
  await waitFor(() => expect(where()).toBe('/?x=1'))
})

it('closes on going back, and leaves no entry in the history', async () => {
  const { user, where, back } = await at('/?x=1')
  await user.click(screen.getByText('open'))
  await waitFor(() => expect(where()).toBe('/?x=1&profile=open'))
  await user.click(screen.getByText('sessions'))
  await waitFor(() => expect(where()).toContain('pane=sessions'))
  await back()
  await waitFor(() => expect(screen.getByText('closed')).toBeTruthy())
  expect(where()).toBe('/?x=1')
})
