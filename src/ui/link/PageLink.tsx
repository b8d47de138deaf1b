import { useRouter } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent } from 'react'
import { basePath } from '#browser/page/basePath.ts'

export type PageLinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  /** A path from `#shared/paths.ts`, without the base path. */
  to: string
}

/**
 * A link to a page of the app. A plain click navigates in the app; with modifier keys the browser handles it, for example in a
 * new tab.
 */
export function PageLink({ to, onClick, children, ...rest }: PageLinkProps) {
  const openPage = useOpenPage()
  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const isPlainClick = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (event.defaultPrevented || !isPlainClick) return
    event.preventDefault()
    openPage(to)
  }
  return (
    <a {...rest} href={basePath + to} onClick={handleClick}>
      {children}
    </a>
  )
}

/** Returns a function that navigates to `to` only if the user is still on `from`: `redirect(paths.file(id), AFTER_TRASH)`. */
export function useRedirectFrom(): (from: string, to: string) => void {
  const router = useRouter()
  return (from, to) => {
    if (router.state.location.pathname.replace(/\/$/, '') === from) void router.navigate({ href: to })
  }
}

/** Returns a function that navigates to a page of the app: `openPage(paths.file(id))`. */
export function useOpenPage(): (to: string) => void {
  const router = useRouter()
  return (to) => void router.navigate({ href: to })
}

/** The classes of a text link, tall enough for touch. */
export const TEXT_LINK_CLASS =
  'inline-flex items-center rounded-sm text-accent underline underline-offset-2 hover:decoration-2 pointer-coarse:min-h-11'
