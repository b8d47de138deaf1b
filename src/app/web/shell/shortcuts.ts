/**
 * The keys of the app, in the order of the list behind `?`. Names are keys of the shell's words, and so is
 * what stands on a key that has a word of its own in every language.
 */
export const SHORTCUTS = [
  {
    name: 'keys_everywhere',
    keys: [
      { name: 'key_search', press: ['/'] },
      { name: 'key_upload', press: ['u'] },
      { name: 'key_home', press: ['g', 'h'] },
      { name: 'key_files', press: ['g', 'f'] },
      { name: 'key_sidebar', press: ['['] },
      { name: 'key_settings', press: ['press_mod', ','] },
      { name: 'key_shortcuts', press: ['?'] },
      { name: 'key_close', press: ['Esc'] },
    ],
  },
  {
    name: 'keys_list',
    keys: [
      { name: 'key_move', press: ['↑', '↓'] },
      { name: 'key_rename', press: ['F2'] },
      { name: 'key_trash', press: ['press_delete'] },
    ],
  },
  {
    name: 'keys_recording',
    keys: [
      { name: 'key_play', press: ['press_space'] },
      { name: 'key_back', press: ['j'] },
      { name: 'key_forward', press: ['l'] },
    ],
  },
] as const
