/** The keys the shell hears, in the order of the list behind `?`; the name is a key of the shell's words. */
export const SHORTCUTS = [
  { keys: ['/'], name: 'key_search' },
  { keys: ['u'], name: 'key_upload' },
  { keys: ['g', 'h'], name: 'key_home' },
  { keys: ['g', 'f'], name: 'key_files' },
  { keys: ['['], name: 'key_sidebar' },
  { keys: ['?'], name: 'key_shortcuts' },
  { keys: ['Esc'], name: 'key_close' },
] as const satisfies readonly { keys: readonly string[]; name: string }[]
