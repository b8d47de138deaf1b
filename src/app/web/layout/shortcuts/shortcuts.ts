/**
 * The keyboard shortcuts of the app, in the order of the list that `?` opens. Names are message keys of the namespace `shortcuts`,
 * and so are the keys whose label depends on the language (`press_…`).
 */
export const SHORTCUTS = [
  {
    name: 'keys_everywhere',
    keys: [
      { name: 'key_palette', press: ['press_mod', 'k'] },
      { name: 'key_search', press: ['/'] },
      { name: 'key_record', press: ['n'] },
      { name: 'key_upload', press: ['u'] },
      { name: 'key_home', press: ['g', 'h'] },
      { name: 'key_files', press: ['g', 'f'] },
      { name: 'key_ask', press: ['g', 'a'] },
      { name: 'key_templates', press: ['g', 't'] },
      { name: 'key_sidebar', press: ['['] },
      { name: 'key_right_sidebar', press: [']'] },
      { name: 'key_settings', press: ['press_mod', ','] },
      { name: 'key_shortcuts', press: ['?'] },
      { name: 'key_close', press: ['Esc'] },
    ],
  },
  {
    name: 'keys_list',
    keys: [
      { name: 'key_move', press: ['↑', '↓'] },
      { name: 'key_select', press: ['press_space'] },
      { name: 'key_extend', press: ['press_shift', '↑', '↓'] },
      { name: 'key_all', press: ['press_mod', 'a'] },
      { name: 'key_clear', press: ['Esc'] },
      { name: 'key_to_folder', press: ['m'] },
      { name: 'key_rename', press: ['F2'] },
      { name: 'key_trash', press: ['press_delete'] },
      { name: 'key_undo', press: ['press_mod', 'z'] },
    ],
  },
  {
    name: 'keys_recording',
    keys: [
      { name: 'key_play', press: ['press_space', 'k'] },
      { name: 'key_back', press: ['j'] },
      { name: 'key_forward', press: ['l'] },
      { name: 'key_segments', press: ['↑', '↓'] },
      { name: 'key_loop', press: ['r'] },
      { name: 'key_highlight', press: ['h'] },
      { name: 'key_previous', press: ['Alt', '↑'] },
      { name: 'key_next', press: ['Alt', '↓'] },
      { name: 'key_find', press: ['press_mod', 'f'] },
    ],
  },
  {
    name: 'keys_recorder',
    keys: [
      { name: 'key_mark', press: ['m'] },
      { name: 'key_pause', press: ['p'] },
      { name: 'key_recorder', press: ['n'] },
    ],
  },
] as const

type Shortcut = (typeof SHORTCUTS)[number]['keys'][number]
export type ShortcutName = Shortcut['name']
export type ShortcutKey = Shortcut['press'][number]

/** Returns the keys to press for a shortcut. */
export const keysOf = (name: ShortcutName): readonly ShortcutKey[] =>
  SHORTCUTS.flatMap(({ keys }): readonly Shortcut[] => keys).find((shortcut) => shortcut.name === name)?.press ?? []
