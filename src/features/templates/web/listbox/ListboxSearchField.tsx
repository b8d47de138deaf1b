import { Search } from 'lucide-react'
import type { Ref } from 'react'
import { TextField } from '#ui/form/TextField.tsx'
import type { Listbox } from './useListbox.ts'

type ListboxSearchFieldProps = {
  ref: Ref<HTMLInputElement>
  listbox: Listbox
  /** The accessible name and the placeholder. */
  label: string
  value: string
  onChange: (value: string) => void
}

/** The field above a listbox in a dialog. It keeps the focus while the arrows move in the list; Esc closes the dialog. */
export function ListboxSearchField({ ref, listbox, label, value, onChange }: ListboxSearchFieldProps) {
  return (
    <TextField
      ref={ref}
      {...listbox.field}
      isQuiet
      type="search"
      label={label}
      hideLabel
      placeholder={label}
      autoComplete="off"
      icon={<Search aria-hidden />}
      value={value}
      onChange={onChange}
      className="[&_input::-webkit-search-cancel-button]:hidden"
    />
  )
}
