import { useRouter } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent } from 'react'
import { basePath } from './basePath.ts'

export type PageLinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  /** An address of `#kit/paths.ts`, below the base path. */
  to: string
}

/** A link to a page of ours: the browser may open it elsewhere, a plain click stays in the app. */
export function PageLink({ to, onClick, children, ...rest }: PageLinkProps) {
  const openPage = useOpenPage()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (event.defaultPrevented || !plain) return
    event.preventDefault()
    openPage(to)
  }
  return (
    <a {...rest} href={basePath + to} onClick={follow}>
      {children}
    </a>
  )
}

/** Goes from a page that has lost its purpose to another: `leave(paths.file(id), AFTER_TRASH)`; who has gone on stays there. */
export function useLeavePage(): (from: string, to: string) => void {
  const router = useRouter()
  return (from, to) => {
    if (router.state.location.pathname.replace(/\/$/, '') === from) void router.navigate({ href: to })
  }
}

/** Goes to a page of ours: `openPage(paths.file(id))`. */
export function useOpenPage(): (to: string) => void {
  const router = useRouter()
  return (to) => void router.navigate({ href: to })
}
