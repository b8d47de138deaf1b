import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { IconButton } from '../button/IconButton.tsx'
import { Menu, MenuRadioGroup, MenuItem, MenuSeparator } from './Menu.tsx'

const picked: string[] = []
const menu = (
  <Menu trigger={<IconButton label="More" icon={<svg aria-hidden />} />}>
    <MenuItem onSelect={() => picked.push('rename')} shortcut="R">
      Rename
    </MenuItem>
    <MenuItem disabledReason="Nothing to export yet" onSelect={() => picked.push('export')}>
      Export
    </MenuItem>
    <MenuSeparator />
    <MenuRadioGroup
      value={1}
      options={[
        { value: 1, label: 'Normal speed' },
        { value: 2, label: 'Twice as fast' },
      ]}
      onChange={(speed) => picked.push(`x${speed}`)}
    />
    <MenuItem danger onSelect={() => picked.push('delete')}>
      Delete
    </MenuItem>
  </Menu>
)

describe('Menu', () => {
  it('opens on Enter, moves with arrows, picks on Enter and returns the focus', async () => {
    picked.length = 0
    const { user } = await renderWithProviders(menu)
    const button = screen.getByRole('button', { name: 'More' })
    button.focus()
    await user.keyboard('{Enter}')
    const first = await screen.findByRole('menuitem', { name: /Rename/ })
    await waitFor(() => expect(document.activeElement).toBe(first))
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
    expect(document.activeElement?.textContent).toBe('Twice as fast')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    expect(picked).toEqual(['x2'])
    await waitFor(() => expect(document.activeElement).toBe(button))
  })

  it('moves to an item by its first letter, and closes on Esc without picking', async () => {
    picked.length = 0
    const { user } = await renderWithProviders(menu)
    await user.click(screen.getByRole('button', { name: 'More' }))
    await screen.findByRole('menu')
    await user.keyboard('d')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Delete'))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    expect(picked).toEqual([])
  })

  it('shows why an item is disabled, and does not pick it', async () => {
    picked.length = 0
    const { user } = await renderWithProviders(menu)
    await user.click(screen.getByRole('button', { name: 'More' }))
    const item = await screen.findByRole('menuitem', { name: /Export/ })
    expect(item.textContent).toContain('Nothing to export yet')
    expect(item.getAttribute('aria-disabled')).toBe('true')
    await user.click(item)
    expect(picked).toEqual([])
  })
})
