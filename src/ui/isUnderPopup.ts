const POPUPS = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

/**
 * Returns true while a dialog, a menu or a list covers the page; shortcuts of the page must then do nothing. @NOTE The DOM also
 * holds popups that are closing or waiting in the dialog queue, and toasts, which have the role dialog. Those are left out.
 */
export const isPopupOpen = (): boolean =>
  [...document.querySelectorAll(POPUPS)].some((popup) => !popup.closest('[data-closed], [data-toast]'))
