import { PageLink, useOpenPage } from '#ui/PageLink.tsx'
import type { PageLinkProps } from '#ui/PageLink.tsx'
import { useShellActions } from './ShellActions.ts'

/** A link to a page that wants a device or a membership first (B§2): a plain click asks for it, another opens the page elsewhere. */
export function GuardedLink({ onClick, ...props }: PageLinkProps) {
  const { guard } = useShellActions()
  const openPage = useOpenPage()
  return (
    <PageLink
      {...props}
      onClick={(event) => {
        onClick?.(event)
        const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
        if (event.defaultPrevented || !plain) return
        event.preventDefault()
        guard(() => openPage(props.to))
      }}
    />
  )
}
