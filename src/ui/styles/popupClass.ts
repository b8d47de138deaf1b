/** The class names of popups: menus and the lists of selects. */
export const POPUP_CLASS =
  'origin-(--transform-origin) max-h-(--available-height) overflow-y-auto rounded-lg border border-line bg-raised p-1 text-ink shadow-lift outline-none ' +
  'transition duration-140 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0'

/** The class names of the button that opens a Select or a Combobox. */
export const TRIGGER_CLASS =
  'flex min-h-10 w-full items-center justify-between gap-2 rounded-md border border-edge bg-surface px-3 text-left text-base transition-colors select-none ' +
  'pointer-coarse:min-h-11 data-disabled:opacity-55 data-invalid:border-signal not-data-disabled:not-data-readonly:hover:bg-sunken data-popup-open:bg-sunken ' +
  'data-readonly:border-line data-readonly:bg-sunken'

/** The class names of one option in their lists: the tick, then the label. */
export const OPTION_CLASS =
  'grid min-h-9 cursor-default grid-cols-[1.125rem_minmax(0,1fr)] items-center gap-2 rounded-md px-2 py-1.5 text-md outline-none select-none ' +
  'data-highlighted:bg-sunken data-disabled:text-ink3 pointer-coarse:min-h-11'
