import type { Note } from '../contract.ts'

/** Returns the name of the tab of a note. Empty for a note without a name. */
export const noteName = ({ note_tab_name, note_title, template }: Note): string => note_tab_name || template?.name || note_title
