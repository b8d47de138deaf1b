/**
 * Moves the focus to a folder of the sidebar, or of the library sheet of phones. Returns false when neither shows it: the focus
 * stays.
 */
export function focusFolderLink(id: string): boolean {
  const links = document.querySelectorAll<HTMLElement>(`[data-folder="${CSS.escape(id)}"]`)
  return [...links].some((link) => {
    link.focus()
    return document.activeElement === link
  })
}
