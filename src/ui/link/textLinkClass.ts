/** The classes of a text link, tall enough for touch. */
export const TEXT_LINK_CLASS =
  'inline-flex items-center rounded-sm text-accent underline underline-offset-2 hover:decoration-2 pointer-coarse:min-h-11'
