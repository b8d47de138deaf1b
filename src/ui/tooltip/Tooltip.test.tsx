import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { Button } from '../button/Button.tsx'
import { IconButton } from '../button/IconButton.tsx'

const shareButton = <IconButton label="Share" shortcut="S" icon={<svg aria-hidden />} />

describe('Tooltip', () => {
  it('is shown on keyboard focus and closes on Esc', async () => {
    const { user } = await renderWithProviders(shareButton)
    await user.tab()
    expect(await screen.findByText('Share')).toBeTruthy()
    expect(screen.getByText('S').tagName).toBe('KBD')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByText('Share')).toBeNull())
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Share' }))
  })

  it('opens when the pointer rests on the element, stays open while the pointer is on it, and closes when it leaves', async () => {
    const { user } = await renderWithProviders(shareButton)
    await user.hover(screen.getByRole('button', { name: 'Share' }))
    const tooltip = await screen.findByText('Share')
    await user.hover(tooltip)
    await new Promise((resolve) => requestAnimationFrame(resolve))
    expect(screen.queryByText('Share')).toBe(tooltip)
    await user.unhover(tooltip)
    await waitFor(() => expect(screen.queryByText('Share')).toBeNull())
  })

  it('closes when the element is pressed', async () => {
    const { user } = await renderWithProviders(shareButton)
    await user.hover(screen.getByRole('button', { name: 'Share' }))
    await screen.findByText('Share')
    await user.click(screen.getByRole('button', { name: 'Share' }))
    await waitFor(() => expect(screen.queryByText('Share')).toBeNull())
  })

  it('shows why a button is disabled, and the button keeps the focus when it is enabled', async () => {
    const { user, rerender } = await renderWithProviders(<Button disabledReason="Choose a file first">Send</Button>)
    await user.tab()
    expect(await screen.findByText('Choose a file first', { ignore: '[hidden]' })).toBeTruthy()
    const button = document.activeElement
    rerender(<Button>Send</Button>)
    expect(document.activeElement).toBe(button)
    expect(screen.queryByText('Choose a file first')).toBeNull()
  })
})
