const POPUPS = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

/**
 * Whether a dialog, a menu or a list stands in front of the page, which then hears no keys. @NOTE One that is on its way out, or
 * held back while another stands in front, is in the page too; a toast says it is one.
 */
export const isUnderPopup = (): boolean =>
  [...document.querySelectorAll(POPUPS)].some((popup) => !popup.closest('[data-closed], [data-toast]'))
