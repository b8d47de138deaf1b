import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderScreen } from '#test/screen/renderScreen.tsx'
import { Button } from './Button.tsx'
import { IconButton } from './IconButton.tsx'

const share = <IconButton label="Share" shortcut="S" icon={<svg aria-hidden />} />

describe('a tooltip', () => {
  it('stands while the keyboard’s focus is there, and goes by Esc', async () => {
    const { user } = await renderScreen(share)
    await user.tab()
    expect(await screen.findByText('Share')).toBeTruthy()
    expect(screen.getByText('S').tagName).toBe('KBD')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByText('Share')).toBeNull())
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Share' }))
  })

  it('comes when the pointer rests there, stays while it is on the words, and goes when it leaves', async () => {
    const { user } = await renderScreen(share)
    await user.hover(screen.getByRole('button', { name: 'Share' }))
    const words = await screen.findByText('Share')
    await user.hover(words)
    await new Promise((resolve) => requestAnimationFrame(resolve))
    expect(screen.queryByText('Share')).toBe(words)
    await user.unhover(words)
    await waitFor(() => expect(screen.queryByText('Share')).toBeNull())
  })

  it('goes when the element is pressed', async () => {
    const { user } = await renderScreen(share)
    await user.hover(screen.getByRole('button', { name: 'Share' }))
    await screen.findByText('Share')
    await user.click(screen.getByRole('button', { name: 'Share' }))
    await waitFor(() => expect(screen.queryByText('Share')).toBeNull())
  })

  it('tells why a button cannot be pressed, and the button keeps the focus when it can', async () => {
    const { user, rerender } = await renderScreen(<Button disabledBecause="Choose a file first">Send</Button>)
    await user.tab()
    expect(await screen.findByText('Choose a file first', { ignore: '[hidden]' })).toBeTruthy()
    const button = document.activeElement
    rerender(<Button>Send</Button>)
    expect(document.activeElement).toBe(button)
    expect(screen.queryByText('Choose a file first')).toBeNull()
  })
})
