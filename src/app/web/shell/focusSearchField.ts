import { after } from '#ui/time.ts'

/** Puts the focus into the list's search field, waiting up to two seconds for a page that is just coming. */
export function focusSearchField(tries = 40): void {
  const field = document.querySelector<HTMLInputElement>('input[type="search"], [role="searchbox"]')
  if (field) field.focus()
  else if (tries > 0) after(50, () => focusSearchField(tries - 1))
}
