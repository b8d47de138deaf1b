import { useAccessGuard } from '#features/devices/web.tsx'
import { PageLink, useOpenPage } from '#ui/link/PageLink.tsx'
import type { PageLinkProps } from '#ui/link/PageLink.tsx'

/**
 * A link to a page that requires a device or a membership (B§2). A plain click checks this first. A click with a modifier key
 * opens the page in a new tab as usual.
 */
export function GuardedLink({ onClick, ...props }: PageLinkProps) {
  const { guard } = useAccessGuard()
  const openPage = useOpenPage()
  return (
    <PageLink
      {...props}
      onClick={(event) => {
        onClick?.(event)
        const isPlainClick = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
        if (event.defaultPrevented || !isPlainClick) return
        event.preventDefault()
        guard(() => openPage(props.to))
      }}
    />
  )
}
