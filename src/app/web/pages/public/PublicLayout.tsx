import { Outlet } from '@tanstack/react-router'

/** What stands around the pages anybody may read (A§2). */
export function PublicLayout() {
  return <Outlet />
}
