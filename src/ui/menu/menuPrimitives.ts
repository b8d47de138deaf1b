import type { Menu } from '@base-ui/react/menu'
import { createContext, useContext } from 'react'

/** Which item gets the focus when the menu opens: the first or last one by keyboard, none by pointer. */
export type MenuInitialFocus = 'pointer' | 'first' | 'last'

/** The menu primitives of Base UI, provided by the popup that has loaded them. So items in a page do not import the library. */
export const MenuPrimitives = createContext<typeof Menu | null>(null)

export function useMenuPrimitives(): typeof Menu {
  const primitives = useContext(MenuPrimitives)
  if (!primitives) throw new Error('a menu item stands outside a Menu')
  return primitives
}
