import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { configure, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { loadNamespace, initI18n, switchLocale } from '#browser/i18n/i18n.ts'
import type { Locale } from '#shared/locales.ts'
import { createQueryClient } from '#browser/http/queryClient.ts'
import { ToastProvider } from '#ui/toast/ToastProvider.tsx'

let isStarted = false
// Many tests share two cores, so 50 ms of work may take seconds.
configure({ asyncUtilTimeout: 5000 })

/** Renders a component inside the app's providers: translations, queries, toasts. It is unmounted after each test. */
export async function renderWithProviders(element: ReactNode, { locale = 'en_US' }: { locale?: Locale } = {}) {
  await start()
  await switchLocale(locale)
  const queries = createQueryClient()
  // Retries as in the app, but without a delay.
  const defaults = queries.getDefaultOptions()
  queries.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, retryDelay: 0 } })
  const wrap = (content: ReactNode) => (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queries}>
        <ToastProvider>{content}</ToastProvider>
      </QueryClientProvider>
    </CSPProvider>
  )
  const view = render(wrap(element))
  return { ...view, rerender: (next: ReactNode) => view.rerender(wrap(next)), user: userEvent.setup(), queries }
}

async function start(): Promise<void> {
  if (!isStarted) await Promise.all([initI18n(), ...loadLazyParts()])
  isStarted = true
}

/** Loads the lazy chunks of the app before the first test, so that no test waits for the bundler. */
function loadLazyParts(): Promise<unknown>[] {
  return [
    import('#ui/menu/MenuPopup.tsx'),
    import('#ui/tooltip/TooltipPopup.tsx'),
    import('#ui/toast/ToastViewport.tsx'),
    import('#ui/dialog/ModalDialog.tsx'),
  ]
}

/** Loads message namespaces that the page loads lazily. */
export async function loadMessages(...namespaces: string[]): Promise<void> {
  await start()
  await Promise.all(namespaces.map((namespace) => loadNamespace(namespace)))
}
