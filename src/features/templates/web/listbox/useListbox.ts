import { useEffect, useId, useState } from 'react'
import type { KeyboardEvent } from 'react'

export type ListboxOptions = {
  count: number
  /** The name of the list for screen readers. */
  label: string
  onChoose: (index: number) => void
  /** Changes when the list holds something else, so that the first option is current again. */
  resetKey: string
}

/**
 * The keys of a list below a text field, which keeps the focus: arrows move, Home and End with Ctrl go to the ends, Enter
 * chooses. Returns the props of the field, the list and the options.
 */
export function useListbox({ count, label, onChoose, resetKey }: ListboxOptions) {
  const id = useId()
  const [{ active, key }, setState] = useState({ active: 0, key: resetKey })
  if (key !== resetKey) setState({ active: 0, key: resetKey })
  const current = Math.min(active, Math.max(0, count - 1))
  const optionId = (index: number) => `${id}-${index}`
  useEffect(() => {
    // jsdom has no scrollIntoView.
    document.getElementById(`${id}-${current}`)?.scrollIntoView?.({ block: 'nearest' })
  }, [id, current])
  const move = (index: number) => setState({ active: Math.max(0, Math.min(count - 1, index)), key: resetKey })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') move(current + 1)
    else if (event.key === 'ArrowUp') move(current - 1)
    else if (event.key === 'PageDown') move(current + 8)
    else if (event.key === 'PageUp') move(current - 8)
    else if (event.key === 'Home' && event.ctrlKey) move(0)
    else if (event.key === 'End' && event.ctrlKey) move(count - 1)
    else if (event.key === 'Enter' && count > 0) onChoose(current)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return {
    active: current,
    field: {
      role: 'combobox',
      'aria-expanded': count > 0,
      'aria-autocomplete': 'list' as const,
      'aria-controls': count > 0 ? `${id}-list` : undefined,
      'aria-activedescendant': count > 0 ? optionId(current) : undefined,
      onKeyDown,
    },
    list: { id: `${id}-list`, role: 'listbox', 'aria-label': label },
    option: (index: number) => ({
      id: optionId(index),
      role: 'option',
      'aria-selected': index === current,
      'data-highlighted': index === current ? '' : undefined,
      // The field keeps the focus.
      onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault(),
      onMouseMove: () => index !== current && move(index),
      onClick: () => onChoose(index),
    }),
  }
}

export type Listbox = ReturnType<typeof useListbox>
