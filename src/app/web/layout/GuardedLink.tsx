import { Link, useNavigate } from '@tanstack/react-router'
import type { ToOptions } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { useAccessGuard } from '#features/devices/web.tsx'

/**
 * A link to a page that requires a device or a membership (B§2). A plain click checks this first. A click with a modifier key
 * opens the page in a new tab as usual.
 */
export function GuardedLink({ link, ...props }: { link: ToOptions } & Omit<ComponentProps<'a'>, 'href' | 'onClick'>) {
  const { guard } = useAccessGuard()
  const navigate = useNavigate()
  return (
    <Link
      {...props}
      {...link}
      activeOptions={{ includeHash: true }}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        guard(() => void navigate(link))
      }}
    />
  )
}
