/** The look of what opens at a control: menus, lists of a Select. */
export const POPUP_CLASS =
  'origin-(--transform-origin) max-h-(--available-height) overflow-y-auto rounded-lg border border-line bg-raised p-1 text-ink shadow-lift outline-none ' +
  'transition duration-140 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0'
