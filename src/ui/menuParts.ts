import type { Menu } from '@base-ui/react/menu'
import { createContext, useContext } from 'react'

/** What opened the menu: the keyboard puts the focus on the first or the last item, the pointer on none. */
export type MenuStart = 'pointer' | 'first' | 'last'

/** The library's menu, handed down by the popup that has loaded it, so that items written on a page weigh nothing there. */
export const MenuParts = createContext<typeof Menu | null>(null)

export function useMenuParts(): typeof Menu {
  const parts = useContext(MenuParts)
  if (!parts) throw new Error('a menu item stands outside a Menu')
  return parts
}
