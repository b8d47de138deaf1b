import { createMemoryHistory } from '@tanstack/react-router'
import { createAppRouter } from '#app/web/router.tsx'

/** Returns the router of the app at an address, with its history in memory. */
export function createTestRouter(address: string, { base = '' }: { base?: string } = {}) {
  const history = createMemoryHistory({ initialEntries: [address] })
  return { history, router: createAppRouter({ history, base }) }
}
